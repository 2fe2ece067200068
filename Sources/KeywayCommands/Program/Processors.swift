internal import Glibc

/// The processors of the machine.
enum Processors {
  /// How many this process may use at a time, as far as it is known.
  static var count: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
