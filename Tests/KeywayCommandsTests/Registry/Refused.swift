import Testing

/// Words that the registry's commands refuse, with the status and a part of what is said.
struct Refused: Sendable, CustomTestStringConvertible {
  let words: [String]
  let status: Int32
  let said: String
  var testDescription: String { words.joined(separator: " ") }

  private init(_ words: String..., status: Int32, said: String) {
    self.words = words
    self.status = status
    self.said = said
  }

  static let all = [
    Refused(
      "door", "show", "frnt", status: 66, said: "there is no door 'frnt'; did you mean 'front'?"),
    Refused("key", "show", "xyzzy", status: 66, said: "there is no key 'xyzzy'\n"),
    Refused(
      "key", "show", "k", status: 65, said: "several keys begin with 'k': 'k1', 'k2' and 'kdead'"),
    Refused(
      "door", "add", "front", "--name", "X", "--time-zone", "Asia/Tokyo", status: 65,
      said: "there is a door 'front' already"),
    Refused(
      "door", "add", "x", "--time-zone", "Asia/Tokyo", status: 64, said: "missing --name TEXT"),
    Refused(
      "door", "add", "x y", "--name", "X", "--time-zone", "Asia/Tokyo", status: 64,
      said: "is not an id"),
    Refused(
      "door", "add", "x", "--name", "X", "--time-zone", "Asia/Tokio", status: 65,
      said: "timeZone: this machine knows no time zone 'Asia/Tokio'"),
    Refused(
      "door", "add", "x", "--name", "X", "--time-zone", "Asia/Tokyo", "--lock", "nuki", status: 65,
      said: "lock.driver: expected"),
    Refused("door", "edit", "front", status: 64, said: "nothing to change"),
    Refused("door", "edit", "front", "--name", "", status: 65, said: "name: "),
    Refused(
      "door", "edit", "front", "--exceptions", "2026-02-30", status: 64,
      said: "--exceptions '2026-02-30' is no list of dates"),
    Refused("door", "remove", "front", status: 65, said: "door 'front' still has key"),
    Refused("door", "mode", "open", "front", status: 64, said: "MODE 'open' is not one of"),
    Refused(
      "holder", "offboard", "h1", "nobody", status: 66, said: "there is no holder 'nobody'\n"),
    Refused("holder", "offboard", status: 64, said: "missing HOLDER..."),
    Refused("holder", "erase", "h1", "nobody", status: 66, said: "there is no holder 'nobody'\n"),
    Refused("holder", "erase", status: 64, said: "missing HOLDER..."),
    Refused(
      "holder", "suspend", "h1", "nobody", status: 66, said: "there is no holder 'nobody'\n"),
    Refused(
      "device", "suspend", "phone-1", "nope", status: 66, said: "there is no device 'nope'\n"),
    Refused(
      "key", "suspend", "k1", "gone", status: 65, said: "key 'gone' was revoked and stays so"),
    Refused(
      "door", "mode", "locked_down", "front", "nope", status: 66, said: "there is no door 'nope'\n"),
    Refused(
      "door", "mode", "locked_down", "--site", "Annex", status: 66,
      said: "no door belongs to the site 'Annex'"),
    Refused("holder", "remove", "h1", status: 65, said: "revoke the holder's keys first"),
    Refused(
      "device", "add", "p", "--holder", "nobody", status: 66, said: "there is no holder 'nobody'"),
    Refused("device", "add", "p", "--language", "x y", status: 65, said: "language: "),
    Refused(
      "device", "list", "--stale", "--holding", "k1", status: 64, said: "cannot be given together"),
    Refused("action", "add", "--title", "X", status: 64, said: "missing TYPE and --screen SCREEN"),
    Refused(
      "action", "add", "k1", "--title", "X", "--screen", "x", status: 65,
      said: "type: a key has the id 'k1'"),
    Refused(
      "key", "issue", "--door", "front", status: 64, said: "missing --holder H or --everyone"),
    Refused(
      "key", "issue", "--door", "front", "--holder", "h1", "--everyone", status: 64,
      said: "--holder and --everyone cannot be given together"),
    Refused(
      "key", "issue", "--door", "nope", "--everyone", status: 66, said: "there is no door 'nope'"),
    Refused(
      "key", "issue", "--door", "front", "--everyone", "--for", "3d", "--valid-until", "2027-01-01",
      status: 64, said: "cannot be given together"),
    Refused(
      "key", "issue", "--door", "front", "--everyone", "--valid-from", "2027-01-02",
      "--valid-until", "2027-01-01", status: 65, said: "validUntil: is not later than validFrom"),
    Refused(
      "key", "issue", "--door", "front", "--everyone", "--days", "mon-fry", status: 64,
      said: "--days 'mon-fry' is not made of"),
    Refused(
      "key", "issue", "--door", "front", "--everyone", "--days", "mon,mon", status: 64,
      said: "names mon twice"),
    Refused(
      "key", "issue", "--door", "front", "--everyone", "--hours", "8-18", status: 64,
      said: "--hours '8-18' is not"),
    Refused(
      "key", "issue", "--door", "front", "--everyone", "--hours", "08:00-08:00", status: 64,
      said: "does not end when it starts"),
    Refused(
      "key", "issue", "--door", "front", "--everyone", "--hours", "08:00-09:00", "--hours",
      "10:00-11:00", "--days", "mon", "--days", "tue", "--days", "wed", status: 64,
      said: "3 --days and 2 --hours"),
    Refused(
      "key", "issue", "--door", "front", "--everyone", "--schedule", #"[{"days":[]}]"#, status: 65,
      said: "schedule[0]"),
    Refused(
      "key", "issue", "--door", "front", "--everyone", "--max-uses", "0", status: 64,
      said: "--max-uses '0' is not from 1"),
    Refused(
      "key", "issue", "--door", "front", "--everyone", "--user-info", #"{"keyway.list":1}"#,
      status: 65, said: "shortcut.userInfo"),
    Refused(
      "key", "edit", "gone", "--state", "active", status: 65,
      said: "state: the key was revoked and stays so"),
    Refused("key", "edit", "k1", "--door", "dead", status: 64, said: "unknown option '--door'"),
    Refused(
      "key", "issue", "--door", "front", "--everyone", "--schedule", "[]", "--days", "mon",
      status: 64, said: "--schedule says it all"),
    Refused("key", "show", "k9", status: 66, said: "there is no key 'k9'\n"),
    Refused("key", "revoke", status: 64, said: "missing KEY..."),
    Refused("schema", "sites", status: 64, said: "did you mean 'site'?"),
    Refused(
      "import", "x", "--assign-ids", "-", status: 64, said: "--assign-ids needs the name of a file"),
  ]
}
