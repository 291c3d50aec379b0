import ArgumentParser
import Foundation
import UnixSignals

/// Runs a command until it ends, or until somebody interrupts it (SIGINT, SIGTERM).
///
/// An interrupt cancels the command, which then has two seconds to put away what it has.
enum Interruptible {
  private static let grace = Duration.seconds(2)

  private enum Event: Sendable {
    case ended(Int32)
    case interrupted
    case graceOver
  }

  static func run(_ command: sending @escaping () async throws -> Void) async -> Int32 {
    let work = Task { await exitCode(of: command) }
    return await withTaskGroup(of: Event.self) { group in
      group.addTask { .ended(await work.value) }
      group.addTask {
        for await _ in await UnixSignalsSequence(trapping: .sigint, .sigterm) { break }
        return .interrupted
      }
      defer { group.cancelAll() }
      var isInterrupted = false
      while let event = await group.next() {
        switch event {
        case .ended(let code): return isInterrupted ? 130 : code
        case .graceOver: exit(130)
        case .interrupted where Task.isCancelled: break
        case .interrupted:
          isInterrupted = true
          work.cancel()
          group.addTask {
            try? await Task.sleep(for: grace)
            return Task.isCancelled ? .interrupted : .graceOver
          }
        }
      }
      return 130
    }
  }

  private static func exitCode(of command: () async throws -> Void) async -> Int32 {
    do {
      try await command()
      return 0
    } catch is CancellationError {
      return 130
    } catch let code as ExitCode {
      // The command has said already what went wrong.
      return code.rawValue
    } catch {
      Output.complain("\(error)")
      return 1
    }
  }
}
