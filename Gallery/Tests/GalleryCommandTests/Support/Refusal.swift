import ArgumentParser

@testable import gallery

/// What a person is told whose command line is wrong.
///
/// It is parsed in this process, for to start the program takes longer. What is found only when the command runs is told by
/// the program itself.
struct Refusal {
  let code: Int32
  let output: String
  let errors: String

  init(of arguments: [String], environment: [String: String] = [:]) async throws {
    do {
      _ = try GalleryCommand.command(of: arguments, in: environment)
    } catch {
      code = GalleryCommand.exitCode(for: error) == .success ? 0 : 2
      let text = GalleryCommand.fullMessage(for: error)
      let origin = EnvironmentOptions.origin(of: text, environment, beside: arguments)
      (output, errors) = ("", ([text] + [origin].compactMap(\.self)).map { $0 + "\n" }.joined())
      return
    }
    let program = try Program(arguments, environment: environment)
    code = try await program.exitCode()
    (output, errors) = (program.output.text, program.errors.text)
  }
}
