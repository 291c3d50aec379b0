import Hummingbird

/// Answers each request in a task of its own, which ends with the head of the answer.
///
/// What a task has needed of its stack it keeps: all middlewares, one inside the other, had left 33 KB with every connection
/// for as long as that was open, be it only to listen to events.
struct PassingResponder<Inner: HTTPResponder>: HTTPResponder where Inner.Context: Sendable {
  let inner: Inner

  func respond(to request: Request, context: Inner.Context) async throws -> Response {
    // An `async let` has a kilobyte of its own in the frame that waits for it.
    let response = Task { try await inner.respond(to: request, context: context) }
    return try await withTaskCancellationHandler {
      try await response.value
    } onCancel: {
      response.cancel()
    }
  }
}
