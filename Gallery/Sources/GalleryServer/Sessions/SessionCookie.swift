import HTTPTypes
import Hummingbird

/// The cookie that has a session's token in it (RFC 6265).
struct SessionCookie: Sendable {
  static let name = "gallery-session"
  /// Tells the page that there is a session to be ended. A script may read it, and there is nothing in it.
  static let mark = "gallery-signed-in"

  let place: ServedPlace
  let lifetime: Duration

  /// What `Set-Cookie` says of a session that begins.
  func begin(_ token: String) -> [String] {
    let age = Int(lifetime / .seconds(1))
    return ["\(Self.name)=\(token); HttpOnly\(rest(age))", "\(Self.mark)=1\(rest(age))"]
  }

  /// What it says where one has ended.
  var end: [String] { ["\(Self.name)=; HttpOnly\(rest(0))", "\(Self.mark)=\(rest(0))"] }

  /// Other sites' pages send it along when they lead here, and with nothing else.
  private func rest(_ age: Int) -> String {
    "; Path=\(place.prefix.isEmpty ? "/" : place.prefix); Max-Age=\(age); SameSite=Lax\(place.isSecure ? "; Secure" : "")"
  }
}

extension Request {
  /// The tokens that the client sends: there may be several, of other paths and of other servers on this host, whose
  /// ports no cookie knows.
  var sessionTokens: [Substring] {
    headers[values: .cookie].flatMap { $0.split(separator: ";") }.compactMap { pair in
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == SessionCookie.name else { return nil }
      return parts[1]
    }
  }
}
