import ArgumentParser
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

@main
enum Main {
  static func main() async {
    FreedMemory.keepLess()
    OpenFiles.holdStandardStreams()
    // A reader that closes its end (`gallery music | head -1`) is not a reason to die without a word.
    signal(SIGPIPE, SIG_IGN)
    exit(await run(Array(CommandLine.arguments.dropFirst())))
  }

  /// Runs a command line, away from the main actor, and gives the exit code: 0 success, 1 a load failed, 2 the
  /// command line was wrong, 130 interrupted.
  nonisolated static func run(_ arguments: [String]) async -> Int32 {
    if let complaint = OpenFiles.complaint(limit: OpenFiles.raise()) {
      Output.complain(complaint)
      return 1
    }
    do {
      let environment = ProcessInfo.processInfo.environment
      var command = try GalleryCommand.command(of: arguments, in: environment)
      guard var runnable = command as? any AsyncParsableCommand else {
        try command.run()
        return Output.exitCode
      }
      let interrupted: Int32 = runnable is any EndlessCommand ? 0 : 130
      return await Interruptible.run(interrupted: interrupted) { try await runnable.run() }
    } catch {
      let text = GalleryCommand.fullMessage(for: error)
      guard GalleryCommand.exitCode(for: error) != .success else {
        Output.write(text + "\n")
        return Output.exitCode
      }
      EnvironmentOptions.complain(text, beside: arguments)
      return 2
    }
  }
}
