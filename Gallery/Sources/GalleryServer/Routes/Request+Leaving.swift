import Hummingbird

extension Request {
  /// Runs `work`, and cancels it when the client closes its connection.
  func untilClientLeaves<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
    try await body.consumeWithCancellationOnInboundClose { _ in try await work() }
  }
}
