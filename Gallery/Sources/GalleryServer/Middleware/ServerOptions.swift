import HTTPTypes
import Hummingbird

/// Answers `OPTIONS *`, which asks what the server as a whole can do (RFC 9110, section 9.3.7).
struct ServerOptions: RouterMiddleware {
  func handle(
    _ request: Request,
    context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    guard request.method == .options, request.head.path == "*" else {
      return try await next(request, context)
    }
    return Response(status: .noContent, headers: [.allow: "GET, HEAD, POST, PUT, DELETE, OPTIONS"])
  }
}
