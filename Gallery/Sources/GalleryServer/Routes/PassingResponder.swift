import GalleryConnections
import Hummingbird
import NIOCore

/// Answers each request in a task of its own, which ends with the head of the answer, and knows of its connection.
///
/// What a task has needed of its stack it keeps: all middlewares, one inside the other, had left 33 KB with every connection
/// for as long as that was open, be it only to listen to events; and a task-local value of the connection's own task leaves
/// one of its own with each.
struct PassingResponder<Inner: HTTPResponder>: HTTPResponder where Inner.Context == BasicRequestContext {
  /// What the routes know of a request, and the channel that it came on.
  struct Context: InitializableFromSource {
    fileprivate let inner: BasicRequestContext
    fileprivate let channel: any Channel

    init(source: ApplicationRequestContextSource) {
      inner = BasicRequestContext(source: source)
      channel = source.channel
    }
  }

  let inner: Inner
  let connections: Connections

  func respond(to request: Request, context: Context) async throws -> Response {
    let response = answer(request, context)
    return try await withTaskCancellationHandler {
      try await response.value
    } onCancel: {
      response.cancel()
    }
  }

  /// An `async let` has a kilobyte of its own in the frame that waits for it; and what a task is made of lies in the frame
  /// of who makes it.
  @inline(never)
  private func answer(_ request: Request, _ context: Context) -> Task<Response, any Error> {
    Task { [inner, connections] in
      try await Connection.$current.withValue(connections[context.channel]) {
        try await inner.respond(to: request, context: context.inner)
      }
    }
  }
}
