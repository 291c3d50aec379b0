import Hummingbird

/// A line of the server's log.
public struct RequestLine: Sendable, Encodable {
  public let method: String
  public let path: String
  /// The status of the answer; 499 where the client left before there was one.
  public let status: Int
  public let milliseconds: Int
}

/// Tells of every request once its head is answered.
struct RequestLog: RouterMiddleware {
  let onRequest: @Sendable (RequestLine) -> Void

  func handle(
    _ request: Request,
    context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    let start = ContinuousClock.now
    let response = try await next(request, context)
    onRequest(
      RequestLine(
        method: request.method.rawValue,
        path: request.uri.path,
        status: response.status.code,
        milliseconds: Int((ContinuousClock.now - start) / .milliseconds(1))
      )
    )
    return response
  }
}
