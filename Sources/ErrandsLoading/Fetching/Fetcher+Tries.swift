import Errands
import Foundation

extension Fetcher {
  /// Receives one answer whole, with as many tries as the policy allows, and gives its head.
  func receive(
    _ request: FetchRequest,
    into sink: FetchSink,
    report: @escaping @Sendable (_ completed: Int64, _ total: Int64?) -> Void
  ) async throws -> FetchHead {
    // In a box: the thread sanitizer looks up where an `inout` argument lies, and one of an empty type lies nowhere.
    var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
    let elapsed = stopwatch(configuration.clock)
    var number = 0
    while true {
      number += 1
      var reception = Reception(sink: sink, limit: configuration.byteLimit, report: report)
      do {
        let response = try await answer(to: request)
        try await reception.receive(response, isHead: request.method == .head)
        return response.head
      } catch let error as FetchError {
        // A connection that we closed looks like one that was lost.
        try Task.checkCancellation()
        let canRepeat = !reception.hasBegun || sink.mayRestart
        guard canRepeat, let wait = wait(after: error, of: request, try: number, using: &generator),
          // A wait beyond the deadline helps no caller: the answer says more.
          wait < configuration.deadline - elapsed()
        else { throw error }
        try await configuration.clock.sleep(for: wait)
      }
    }
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

/// One answer on its way in: checks the status, the limit and the length.
private struct Reception {
  let sink: FetchSink
  let limit: Int64
  let report: @Sendable (Int64, Int64?) -> Void
  private(set) var hasBegun = false

  init(sink: FetchSink, limit: Int64, report: @escaping @Sendable (Int64, Int64?) -> Void) {
    self.sink = sink
    self.limit = limit
    self.report = report
  }

  mutating func receive(_ response: TransportResponse, isHead: Bool) async throws {
    let head = response.head
    guard (200..<300).contains(head.status) else {
      throw FetchError.status(head.url, code: head.status, retryAfter: head.fields.retryAfter())
    }
    let expected = isHead ? nil : head.contentLength
    if let expected, expected > limit { throw FetchError.tooLarge(head.url, limit: limit) }
    hasBegun = true
    try await sink.begin(head)
    report(0, expected)
    var received: Int64 = 0
    do {
      for try await chunk in response.body {
        received += Int64(chunk.count)
        guard received <= limit else { throw FetchError.tooLarge(head.url, limit: limit) }
        try await sink.take(chunk)
        report(received, expected)
      }
    } catch FetchError.connectionLost {
      throw FetchError.truncated(head.url, received: received, expected: expected)
    }
    // A transport may end a body quietly when the connection closes, or when the task is cancelled.
    try Task.checkCancellation()
    if let expected, received < expected {
      throw FetchError.truncated(head.url, received: received, expected: expected)
    }
  }
}
