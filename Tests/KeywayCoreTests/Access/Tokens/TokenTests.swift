import KeywayCore
import Testing

@Suite struct TokenTests {
  private static func instant(_ milliseconds: Int64) -> Timestamp {
    Timestamp(milliseconds: milliseconds)
  }

  private static func standing(
    expiresAt: Timestamp? = nil, device: Standing? = nil, isRemoved: Bool = false
  ) -> TokenStanding {
    let principal = Principal(
      token: Token.ID(trusted: "t"), role: .operator, device: nil, scope: nil, pseudonym: "p",
      lastUsedAt: nil)
    return TokenStanding(
      principal: principal, expiresAt: expiresAt, device: device, isDeviceRemoved: isRemoved)
  }

  @Test func `the end is half-open`() {
    let standing = Self.standing(expiresAt: Self.instant(10))
    #expect(standing.principal(at: Self.instant(9)) != nil)
    #expect(standing.principal(at: Self.instant(10)) == nil)
    let token = Token(
      id: Token.ID(trusted: "t"), role: .job, issuedAt: Self.instant(0),
      expiresAt: Self.instant(10))
    #expect(token.state(at: Self.instant(9)) == .active)
    #expect(token.state(at: Self.instant(10)) == .expired)
  }

  @Test func `a token without an end has none`() {
    #expect(Self.standing().principal(at: Self.instant(.max)) != nil)
  }

  @Test func `the token of a phone holds while the phone does`() {
    #expect(Self.standing(device: .active).principal(at: Self.instant(0)) != nil)
    #expect(Self.standing(device: .suspended).principal(at: Self.instant(0)) == nil)
    #expect(Self.standing(device: .active, isRemoved: true).principal(at: Self.instant(0)) == nil)
  }

  @Test func `what was revoked stays so, with the first instant`() {
    let token = Token(id: Token.ID(trusted: "t"), role: .job, issuedAt: Self.instant(0))
    let revoked = token.revoked(at: Self.instant(5)).revoked(at: Self.instant(7))
    #expect(revoked.revokedAt == Self.instant(5))
    #expect(revoked.state(at: Self.instant(0)) == .revoked)
  }

  @Test func `only phones have no usual end`() {
    for role in TokenRole.allCases { #expect((role.usualLifetime == nil) == (role == .device)) }
  }

  @Test func `a site is compared by its bytes, a door by its id`() {
    let door = Door(id: Door.ID(trusted: "d"), name: "D", site: "e\u{301}", timeZone: "UTC")
    #expect(TokenScope.site("e\u{301}").contains(door))
    #expect(!TokenScope.site("\u{E9}").contains(door))
    #expect(TokenScope.door(door.id).contains(door))
    #expect(!TokenScope.door(Door.ID(trusted: "D")).contains(door))
  }
}
