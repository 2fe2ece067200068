import Glibc

/// Keeps several processes running at once, one in each lane.
enum Lanes {
  /// Runs what `next` gives for a lane, as soon as the lane is free, until it gives nil in every
  /// lane; `done` is told of each run.
  static func run(
    _ count: Int, next: (Int) throws -> RunningProcess?, done: (Int, Run) throws -> Void
  ) throws {
    var lanes = [RunningProcess?](repeating: nil, count: count)
    for lane in lanes.indices { lanes[lane] = try next(lane) }
    while lanes.contains(where: { $0 != nil }) {
      var isIdle = true
      for lane in lanes.indices {
        guard let run = try lanes[lane]?.poll() else { continue }
        isIdle = false
        try done(lane, run)
        lanes[lane] = try next(lane)
      }
      if isIdle { usleep(500) }
    }
  }

  /// Starts all at once, and waits for all.
  static func together(_ starts: [() throws -> RunningProcess]) throws -> [Run] {
    let processes = try starts.map { try $0() }
    return try processes.map { try $0.wait() }
  }
}
