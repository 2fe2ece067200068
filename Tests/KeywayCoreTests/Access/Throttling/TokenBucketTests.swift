import KeywayCore
import Testing

@Suite struct TokenBucketTests {
  private static let start = Timestamp.decision

  private static func rate(_ text: String, minutes: Int64 = 1) throws -> TokenRate {
    try #require(TokenRate(RateText(parsing: text.utf8.span), minutes: minutes))
  }

  private static func after(_ milliseconds: Int64) -> Timestamp {
    Timestamp(milliseconds: start.milliseconds + milliseconds)
  }

  /// Takes what there is at an instant and says how many that was.
  private static func drain(_ bucket: inout TokenBucket, _ rate: TokenRate, at now: Timestamp)
    -> Int
  {
    var count = 0
    while count < 100_000, bucket.wait(at: now, rate) == nil {
      bucket.take(at: now, rate)
      count += 1
    }
    return count
  }

  @Test(arguments: [
    ("10/m", 10, 6_000), ("15/m", 15, 4_000), ("7/m", 7, 8_572), ("1/s", 60, 1_000),
    ("3/h", 1, 1_200_000), ("600/h", 10, 6_000), ("1/m", 1, 60_000),
  ])
  func `a full bucket holds a minute's tokens, and the next comes after one interval`(
    _ text: String, _ capacity: Int, _ wait: Int64
  ) throws {
    let rate = try Self.rate(text)
    var bucket = TokenBucket()
    #expect(Self.drain(&bucket, rate, at: Self.start) == capacity)
    #expect(bucket.wait(at: Self.start, rate) == wait)
    #expect(Self.drain(&bucket, rate, at: Self.after(wait - 1)) == 0)
    #expect(Self.drain(&bucket, rate, at: Self.after(wait)) == 1)
    #expect(Self.drain(&bucket, rate, at: Self.after(86_400_000)) == capacity)
  }

  @Test func `no more come than the rate allows, however they are asked for`() throws {
    let rate = try Self.rate("7/m")
    var bucket = TokenBucket()
    var taken = 0
    // An hour, looked at every 137 ms.
    for step in 0..<(3_600_000 / 137) {
      taken += Self.drain(&bucket, rate, at: Self.after(Int64(step) * 137))
    }
    #expect((7 + 7 * 59...7 + 7 * 60) ~= taken)
  }

  @Test func `a clock that is set back empties the bucket at the most`() throws {
    let rate = try Self.rate("10/m")
    var bucket = TokenBucket()
    _ = Self.drain(&bucket, rate, at: Self.start)
    let dayBefore = Self.after(-86_400_000)
    #expect(bucket.wait(at: dayBefore, rate) == 6_000)
    #expect(bucket.wait(at: Self.after(-86_394_000), rate) == 6_000)
    var other = bucket
    other = TokenBucket(fullAt: .max)
    #expect(other.wait(at: Self.start, rate) == 6_000)
    other = TokenBucket(fullAt: .min)
    #expect(other.wait(at: Self.start, rate) == nil)
  }

  @Test func `a bucket for longer holds the tokens of all its minutes`() throws {
    let rate = try Self.rate("10/m", minutes: 100)
    var bucket = TokenBucket()
    #expect(Self.drain(&bucket, rate, at: Self.start) == 1_000)
    #expect(bucket.wait(at: Self.start, rate) == 6_000)
  }

  @Test func `no limit has no bucket`() throws {
    #expect(TokenRate(.off) == nil)
  }
}
