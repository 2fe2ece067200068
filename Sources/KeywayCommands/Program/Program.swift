internal import Glibc

/// The operator's program, from its arguments to its exit status.
package struct Program {
  private let variables: Variables
  private let equipment: Equipment
  private let messages = ByteWriter.standardError()

  private init(_ variables: Variables, _ equipment: Equipment) {
    self.variables = variables
    self.equipment = equipment
  }

  /// Runs the command that this process's arguments ask for. Blocks.
  ///
  /// - Parameter equipment: what the program has that others leave out.
  /// - Returns: the exit status, as the design's section 7 lists them.
  package static func run(equipment: Equipment = .simulator) -> Int32 {
    ByteWriter.ignoreClosedPipes()
    // A file that grows beyond its limit is an error of one write, not the end of the program.
    _ = signal(SIGXFSZ, SIG_IGN)
    let program = Program(.ofProcess, equipment)
    do throws(UsageError) {
      return program.run(try arguments()).rawValue
    } catch {
      return program.misuse(error).rawValue
    }
  }

  /// The arguments behind the program's own name. The standard library would repair those that are
  /// not UTF-8, and a link or a name would become another one.
  private static func arguments() throws(UsageError) -> [String] {
    var arguments: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let start = unsafe CommandLine.unsafeArgv[index] else { break }
      guard let argument = unsafe String(validatingCString: start) else {
        throw UsageError(
          .invalidValue, at: ["keyway"], "argument \(index) is not UTF-8; give odd bytes as input")
      }
      arguments.append(argument)
    }
    return arguments
  }

  private func run(_ arguments: [String]) -> ExitStatus {
    do throws(UsageError) {
      switch try KeywayTree.tree.parse(arguments) {
      case .help(let page): return help(page)
      case .run(let command, let arguments):
        let output = Output(
          format: try arguments[Common.format], data: .standardOutput(), messages: messages,
          noColour: variables["NO_COLOR"])
        let context = try KeywayContext(
          arguments, output: output, variables: variables, equipment: equipment)
        return run(command, in: context)
      }
    } catch {
      return misuse(error)
    }
  }

  private func run(
    _ command: any Command<KeywayContext>, in context: KeywayContext
  ) -> ExitStatus {
    var context = context
    let status: ExitStatus
    do {
      try command.run(in: &context)
      try context.output.flush()
      status = context.status
    } catch let error as UsageError {
      status = misuse(error)
    } catch {
      // Nothing was decided yet, and the database is closed by the other program's start.
      let failure = Failure((error as? WholeProgram.Needed).map(WholeProgram.run(for:)) ?? error)
      status = failure.status
      // What was printed before the failure holds; a second failure would say no more.
      try? context.output.flush()
      for line in failure.lines { say("keyway: \(SafeText.escaped(line))\n") }
      if failure.isFinal { return status }
    }
    context.close()
    return status
  }

  private func help(_ page: String) -> ExitStatus {
    let data = ByteWriter.standardOutput()
    do throws(FileError) {
      try data.write(page)
      try data.flush()
      return .done
    } catch {
      let failure = Failure(error)
      if let message = failure.message { say("keyway: \(message)\n") }
      return failure.status
    }
  }

  private func misuse(_ error: UsageError) -> ExitStatus {
    say(error.description + "\n")
    return error.exitStatus
  }

  /// When standard error does not take it, there is nobody to tell that.
  private func say(_ text: String) {
    try? messages.write(text)
    try? messages.flush()
  }
}
