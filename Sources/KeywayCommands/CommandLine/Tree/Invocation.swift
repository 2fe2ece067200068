/// What a command line asks for.
enum Invocation<Context> {
  /// Text for standard output; the program ends with status 0.
  case help(String)
  /// The arguments also hold the program's global options.
  case run(any Command<Context>, Arguments)
}
