import HTTPTypes
import Hummingbird

/// Leads from the prefix without a slash at its end to the page, whose own addresses are relative to that slash.
struct PrefixRedirect: RouterMiddleware {
  let place: ServedPlace

  func handle(
    _ request: Request,
    context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    guard !place.prefix.isEmpty, request.uri.path == place.prefix, [.get, .head].contains(request.method)
    else {
      return try await next(request, context)
    }
    return .redirect(
      to: place.address("/") + PageQuery(request.uri.query).text,
      status: .permanentRedirect
    )
  }
}
