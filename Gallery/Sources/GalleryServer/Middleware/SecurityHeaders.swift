import HTTPTypes
import Hummingbird

/// Headers that keep the page to itself.
struct SecurityHeaders: RouterMiddleware {
  private static let referrerPolicy = HTTPField.Name("Referrer-Policy")

  func handle(
    _ request: Request,
    context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    response.headers[.contentSecurityPolicy] =
      "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    response.headers[.xContentTypeOptions] = "nosniff"
    if let name = Self.referrerPolicy { response.headers[name] = "no-referrer" }
    return response
  }
}
