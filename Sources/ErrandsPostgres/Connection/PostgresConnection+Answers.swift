import CPostgres
import Foundation

/// How long a statement has been waited for.
private struct Waiting {
  /// When the server has last taken or said something.
  var heard = ContinuousClock.now
  /// When it was found that nobody wants the answer any more.
  var cancelled: ContinuousClock.Instant?
}

extension PostgresConnection {
  /// What is left of a statement is waited for when nobody wants it any more: most are over by then, and the connection is
  /// used again.
  private static let grace = Duration.milliseconds(100)
  /// How often it is looked whether somebody wants it, in milliseconds.
  private static let look: Int32 = 25

  /// Waits for the answer to what libpq was given to send. A server that hangs says nothing for ever, and so libpq's own calls,
  /// which wait for it, would hold up their threads.
  ///
  /// - Parameter sent: What libpq has said to it: 1 where it has taken it.
  /// - Returns: Of several answers the last; the first that is a failure, if there is one.
  /// - Throws: ``PostgresError``, or `CancellationError`; the connection is closed behind that where the answer may still
  ///   come.
  func answer(sent: Int32) throws -> PostgresOutcome {
    guard sent == 1 else { throw lost() }
    var waiting = Waiting()
    var outcome: PostgresOutcome?
    while try isReady(&waiting), let result = PQgetResult(connection) {
      let next = PostgresOutcome(result)
      if outcome?.isSuccess ?? true { outcome = next }
      if next.isCopy { break }
    }
    guard let outcome else { throw lost() }
    if outcome.isSuccess {
      guard PQstatus(connection) == CONNECTION_OK else { throw lost() }
      refused = nil
      return outcome
    }
    // A server that ends says so, and closes the connection behind it.
    guard let refusal = outcome.refusal, PQstatus(connection) == CONNECTION_OK || !refusal.state.isEmpty
    else { throw lost() }
    // All that is asked behind the first is refused for that one's sake.
    if refused == nil { refused = .server(refusal) }
    throw PostgresError.server(refusal)
  }

  /// Waits until there is a part of the answer, or the end of it. False where the connection has broken.
  private func isReady(_ waiting: inout Waiting) throws -> Bool {
    while true {
      let unsent = PQflush(connection)
      guard unsent >= 0 else { return false }
      if PQisBusy(connection) == 0 { return true }
      try wait(&waiting, toSend: unsent == 1)
      guard PQconsumeInput(connection) == 1 else { return false }
    }
  }

  /// Waits until the server has said something, or takes more.
  private func wait(_ waiting: inout Waiting, toSend: Bool) throws {
    while true {
      let wasCancelled = waiting.cancelled
      if wasCancelled == nil, isCancelled() { waiting.cancelled = .now }
      if let wasCancelled, .now - wasCancelled >= Self.grace {
        abandon()
        throw CancellationError()
      }
      if isOpen(socket, toWrite: toSend, within: Self.look) {
        waiting.heard = .now
        return
      }
      // Behind the look at the socket: a process that was stopped for a while finds the answer there.
      if let answerLimit, .now - waiting.heard >= answerLimit {
        abandon()
        let seconds = answerLimit / .seconds(1)
        let count = Int(exactly: seconds).map { "\($0)" } ?? "\(seconds)"
        throw PostgresError.connectionLost(reason: "it has not answered within \(count) seconds")
      }
    }
  }
}
