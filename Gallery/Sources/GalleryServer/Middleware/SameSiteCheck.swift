import HTTPTypes
import Hummingbird

/// Refuses requests that change something, when a page from elsewhere makes them.
///
/// A form on any page in the world can post to a server on this machine, and have it load whatever it likes. The
/// browser says where a request comes from (Fetch Metadata, section 2.3); other clients do not, and may.
struct SameSiteCheck: RouterMiddleware {
  func handle(
    _ request: Request,
    context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    let isSafe = [.get, .head, .options].contains(request.method)
    let site = HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] }
    guard isSafe || site == nil || site == "same-origin" || site == "none" else {
      throw Problem(
        status: .forbidden,
        detail: "Another site’s page cannot change anything here; use the page that this server shows."
      )
    }
    return try await next(request, context)
  }
}
