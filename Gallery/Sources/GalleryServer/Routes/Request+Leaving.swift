import Hummingbird

extension Request {
  /// Runs `work`, and cancels it when the client closes its connection.
  ///
  /// - Throws: ``ClientLeft`` where that happened, `CancellationError` where the server ends, and what `work`
  ///   throws.
  func untilClientLeaves<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
    do {
      return try await body.consumeWithCancellationOnInboundClose { _ in try await work() }
    } catch is CancellationError where !Task.isCancelled {
      throw ClientLeft()
    }
  }
}

/// Nobody waits for the answer any more.
struct ClientLeft: Error {}
