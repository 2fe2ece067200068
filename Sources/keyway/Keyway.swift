@main
struct Keyway {
  static func main() {}
}
