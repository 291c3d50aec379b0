import ArgumentParser
import Foundation
import UnixSignals

/// A command that goes on until it is told to stop, and has succeeded then.
protocol EndlessCommand: AsyncParsableCommand {}

/// Runs a command until it ends, or until it is interrupted (SIGINT, SIGTERM, SIGHUP).
///
/// An interrupt cancels the command, which then has two seconds to put away what it has.
enum Interruptible {
  private static let grace = Duration.seconds(2)

  private enum Event: Sendable {
    case ended(Int32)
    case interrupted
    case graceOver
  }

  /// - Parameter interrupted: The exit code of a command that was interrupted; where that is 0, output that could not be
  ///   written makes it 1.
  static func run(
    interrupted: Int32,
    _ command: sending @escaping () async throws -> Void
  ) async -> Int32 {
    // Before anything is done: an interrupt in the first moment ended the process, and nothing was put away.
    let interrupts = await UnixSignalsSequence(trapping: signals)
    let work = Task { await exitCode(of: command) }
    return await withTaskGroup(of: Event.self) { group in
      group.addTask { .ended(await work.value) }
      group.addTask {
        for await _ in interrupts { break }
        return .interrupted
      }
      defer { group.cancelAll() }
      var isInterrupted = false
      while let event = await group.next() {
        switch event {
        case .ended(let code): return isInterrupted ? max(interrupted, Output.exitCode) : code
        case .graceOver: exit(max(interrupted, Output.exitCode))
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
      return max(interrupted, Output.exitCode)
    }
  }

  /// The signals that end a command. A closed terminal (SIGHUP) does, but not where the command was started with
  /// `nohup`.
  private static var signals: [UnixSignal] {
    var hangup = sigaction()
    sigaction(SIGHUP, nil, &hangup)
    return [.sigint, .sigterm] + (hangup.isIgnored ? [] : [.sighup])
  }

  private static func exitCode(of command: () async throws -> Void) async -> Int32 {
    do {
      try await command()
      return Output.exitCode
    } catch is CancellationError {
      return 130
    } catch let code as ExitCode {
      // The command has said already what went wrong.
      return code.rawValue
    } catch {
      Output.complain("\(error)".plain)
      return 1
    }
  }
}

extension sigaction {
  fileprivate var isIgnored: Bool {
    #if canImport(Glibc)
      let handler = __sigaction_handler.sa_handler
    #elseif canImport(Darwin)
      let handler = __sigaction_u.__sa_handler
    #else
      let handler = __sa_handler.sa_handler
    #endif
    // Functions cannot be compared, but the addresses that stand for nothing at all can.
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
