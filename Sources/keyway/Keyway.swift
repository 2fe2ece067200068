import Glibc
import KeywayCommands

@main
struct Keyway {
  static func main() {
    exit(Program.run())
  }
}
