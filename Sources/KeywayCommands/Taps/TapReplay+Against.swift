import KeywayCore
import KeywayService

extension TapReplay {
  /// Prints the taps that differ, then counts them; the exit status says whether there are any.
  func compare(
    _ comparison: ReplayComparison, _ zones: TimeZones, _ context: KeywayContext
  ) throws {
    for path in files {
      comparison.beginFile()
      try RecordingFile(path: path).forEachLine(context) { line, _ in
        guard let line, let difference = try comparison.replay(line) else { return }
        var object = difference.json
        if files.count > 1 { object["file"] = .string(path) }
        try context.print(object)
      }
    }
    for line in comparison.summary.lines { try context.note(line) }
    try context.note("tz database: \(zones.version)")
    if comparison.summary.differences > 0 { context.status = .denied }
  }
}
