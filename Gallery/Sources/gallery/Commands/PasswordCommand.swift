import ArgumentParser
import Foundation
import GalleryServer

struct PasswordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "password",
    abstract: "Prints what stands for a password in the file of serve --password-file.",
    discussion: """
      Asks for it twice on a terminal, where it is not shown; elsewhere it is the first line of standard input. What is \
      printed is a hash by scrypt, from which nobody can tell the password:

        gallery password >password && gallery serve --password-file password
      """
  )

  func run() async throws {
    let words = try await HiddenLine.isPossible ? chosen() : HiddenLine.read()
    guard !words.isEmpty else { throw PasswordFileError.noWords }
    guard words.utf8.count <= HiddenLine.longest else { throw PasswordFileError.longWords }
    let hash = try ScryptHash(of: Password.normalized(words))
    Output.write("\(hash)\n")
  }

  /// Twice the same: nobody sees what was mistyped.
  private func chosen() async throws -> String {
    let words = try await HiddenLine.ask("Password: ")
    guard try await HiddenLine.ask("The same again: ") == words else {
      Output.complain("Those were two passwords; try again.")
      throw ExitCode(1)
    }
    return words
  }
}
