import ErrandsLoading
import GalleryConnections
import HTTPTypes
import Hummingbird

/// What a request is called, in the log and in its answer, so that who asked and who runs the server speak of the same.
package enum RequestID {
  /// That of the request that this task answers.
  @TaskLocal package static var current: String?

  static let name = "X-Request-ID"
  static let field = HTTPField.Name(name)

  private static let digits = Array("0123456789abcdef".utf8)

  /// 128 random bits, in hexadecimal.
  static func make() -> String {
    var bits = UInt128.random(in: .min ... .max)
    return String(unsafeUninitializedCapacity: 32) { digits in
      for place in 0..<32 {
        digits.initializeElement(at: place, to: Self.digits[Int(truncatingIfNeeded: bits & 15)])
        bits >>= 4
      }
      return 32
    }
  }

  /// Whether a name that somebody else has given can stand in a log: 1 to 128 letters, digits, dots, hyphens and
  /// underscores of ASCII.
  static func isUsable(_ name: String) -> Bool {
    (1...128).contains(name.utf8.count) && name.utf8.allSatisfy(isUsable)
  }
}

extension RequestID {
  /// The name that a proxy has given a request, where it is trusted and the name is one.
  static func given(_ name: String, by peer: IPAddress?, trusting proxies: TrustedProxies) -> String? {
    guard let peer, proxies.contains(peer), isUsable(name) else { return nil }
    return name
  }

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
    RequestID.field.flatMap { request.headers[$0] }
      .flatMap { RequestID.given($0, by: Connection.current?.peer, trusting: proxies) }
  }
}
