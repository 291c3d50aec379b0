import HTTPTypes
import Hummingbird

/// Refuses methods that nothing here could answer (RFC 9110, section 9.1). A known method that an address does not
/// answer is refused by the routes, which know what they answer.
struct MethodCheck: RequestCheck {
  /// Those of RFC 9110, section 9.3, and of RFC 5789; and QUERY, which is about to be one.
  static let known: [HTTPRequest.Method] = [
    .get, .head, .post, .put, .patch, .delete, .connect, .options, .trace, .query,
  ]

  func check(_ request: Request) throws {
    guard Self.known.contains(request.method) else { throw Problem.unknownMethod }
  }
}

extension Problem {
  /// Nothing here is asked for so (RFC 9110, section 15.6.2).
  static let unknownMethod = Problem(
    status: .notImplemented,
    detail: "There is no such method here; use GET, POST, PUT or DELETE."
  )

  /// There is something at the address, but it cannot be asked for so (RFC 9110, section 15.5.6).
  static func wrongMethod(_ method: HTTPRequest.Method, allowed: [HTTPRequest.Method]) -> Problem {
    let names = allowed.map(\.rawValue).joined(separator: ", ")
    var problem = Problem(
      status: .methodNotAllowed,
      detail: "\(method.rawValue) does nothing at this address; use \(names)."
    )
    problem.allowed = names
    return problem
  }
}

extension Router<BasicRequestContext> {
  /// Answers 405 wherever there are routes, but none for the method. To be called when all routes are there.
  func refuseOtherMethods() {
    let methods = Dictionary(grouping: routes, by: { "\($0.path)" }).mapValues { Set($0.map(\.method)) }
    for (path, methods) in methods {
      let allowed = MethodCheck.known.filter { methods.contains($0) || $0 == .head && methods.contains(.get) }
      for method in MethodCheck.known where !allowed.contains(method) {
        on(RouterPath(path), method: method) { _, _ -> Response in
          throw Problem.wrongMethod(method, allowed: allowed)
        }
      }
    }
  }
}
