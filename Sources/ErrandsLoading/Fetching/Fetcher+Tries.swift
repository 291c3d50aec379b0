import Errands
import Foundation

extension Fetcher {
  /// Receives one body whole, with as many tries as the policy allows, and gives the head that it began with. Where a try
  /// broke off, the next one goes on with it, if it can be sure that it is the same body.
  func receive(
    _ request: FetchRequest,
    into sink: FetchSink,
    report: @escaping @Sendable (_ completed: Int64, _ total: Int64?) -> Void
  ) async throws -> FetchHead {
    // In a box: the thread sanitizer looks up where an `inout` argument lies, and one of an empty type lies nowhere.
    var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
    let elapsed = stopwatch(configuration.clock)
    var number = 0
    var reception = Reception(limit: configuration.byteLimit)
    var interruption: FetchError?
    while true {
      number += 1
      do {
        let response = try await answer(to: reception.request(from: request))
        let start = try reception.begin(response.head, to: request)
        // What has been handed on cannot be taken back.
        if start != .onward, !sink.mayRestart, let interruption { throw interruption }
        if start == .forgotten {
          // No failed try: it can only come behind one.
          number -= 1
          continue
        }
        if start == .anew { try await sink.begin(response.head) }
        try await receive(response.body, into: sink, &reception, report)
        return reception.head ?? response.head
      } catch let error as FetchError {
        // A connection that we closed looks like one that was lost.
        try Task.checkCancellation()
        if reception.head != nil { interruption = interruption ?? error }
        let canRepeat = reception.head == nil || sink.mayRestart || reception.resumes
        guard canRepeat, let wait = wait(after: error, of: request, try: number, using: &generator),
          // A wait beyond the deadline helps no caller: the answer says more.
          wait < configuration.deadline - elapsed()
        else { throw error }
        try await configuration.clock.sleep(for: wait)
      }
    }
  }

  /// The body of one answer.
  private func receive(
    _ body: TransportBody,
    into sink: FetchSink,
    _ reception: inout Reception,
    _ report: @Sendable (_ completed: Int64, _ total: Int64?) -> Void
  ) async throws {
    report(reception.received, reception.expected)
    var isCutOff = false
    do {
      for try await chunk in body {
        try reception.take(chunk.count)
        try await sink.take(chunk)
        report(reception.received, reception.expected)
      }
    } catch FetchError.connectionLost {
      isCutOff = true
    }
    // A transport may end a body quietly when the connection closes, or when the task is cancelled.
    try Task.checkCancellation()
    try reception.end(isCutOff: isCutOff)
  }

  /// How long to wait before the next try, or nil where there is none.
  private func wait(
    after error: FetchError,
    of request: FetchRequest,
    try number: Int,
    using generator: inout some RandomNumberGenerator
  ) -> Duration? {
    let policy = configuration.retry
    guard error.isTransient, request.method.isIdempotent, number <= policy.retries else { return nil }
    var retryAfter: Duration?
    if case .status(_, _, let asked) = error { retryAfter = asked }
    return policy.wait(afterTry: number, retryAfter: retryAfter, using: &generator)
  }
}

/// Tells how much time has passed since it was made.
private func stopwatch<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
  let start = clock.now
  return { start.duration(to: clock.now) }
}
