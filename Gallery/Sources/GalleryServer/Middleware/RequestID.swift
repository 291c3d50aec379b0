import GalleryConnections
import HTTPTypes
import Hummingbird

/// What a request is called, in the log and in its answer, so that who asked and who runs the server speak of the same.
enum RequestID {
  /// That of the request that this task answers.
  @TaskLocal static var current: String?

  static let field = HTTPField.Name("X-Request-ID")

  /// 128 random bits, in hexadecimal.
  static func make() -> String {
    let halves = [UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max)]
    return halves.map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Whether a name that somebody else has given can stand in a log: 1 to 128 letters, digits, dots, hyphens and
  /// underscores of ASCII.
  static func isUsable(_ name: String) -> Bool {
    (1...128).contains(name.utf8.count) && name.utf8.allSatisfy(isUsable)
  }
}

extension RequestID {
  private static func isUsable(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

/// Gives each request its name: that which a trusted proxy has given it, or else a new one.
struct RequestNaming: RouterMiddleware {
  let proxies: TrustedProxies

  func handle(
    _ request: Request,
    context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    let id = given(to: request) ?? RequestID.make()
    var response = try await RequestID.$current.withValue(id) { try await next(request, context) }
    if let field = RequestID.field { response.headers[field] = id }
    return response
  }

  private func given(to request: Request) -> String? {
    guard let peer = Connection.current?.peer, proxies.contains(peer), let field = RequestID.field else {
      return nil
    }
    return request.headers[field].flatMap { RequestID.isUsable($0) ? $0 : nil }
  }
}
