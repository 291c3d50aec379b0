import Hummingbird

/// Lets a request through, or says why not, by its head alone.
protocol RequestCheck: RouterMiddleware where Context == BasicRequestContext {
  /// - Throws: A ``Problem`` that says what is wrong with the request.
  func check(_ request: Request) throws
}

extension RequestCheck {
  func handle(
    _ request: Request,
    context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    try check(request)
    return try await next(request, context)
  }
}

extension Request {
  /// As people write it, without percent signs; where it cannot be read so, as it stands.
  var plainPath: String {
    let path = uri.path
    // Hardly any has one, and to look for it costs little beside the rest.
    return path.utf8.contains(UInt8(ascii: "%")) ? path.removingPercentEncoding ?? path : path
  }

  /// Nil where it names no host, or none that can be.
  var authority: Authority? { head.authority.flatMap(Authority.init) }
}
