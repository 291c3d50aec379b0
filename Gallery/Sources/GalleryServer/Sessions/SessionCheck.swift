import ErrandsLoading
import GalleryConnections
import HTTPTypes
import Hummingbird

/// Lets in who has a session. A page is led to the login, and a program told so.
struct SessionCheck: RouterMiddleware {
  /// What everybody is given: whether the server lives, and the page that asks for the password, with what it looks like.
  /// By the path as it was sent: in another spelling none of it is open.
  static let open: Set<String> = [
    "/health", "/login", "/logout", "/icon.svg", "/styles/base.css", "/styles/shell.css", "/styles/parts.css",
    "/styles/login.css", "/modules/first-paint.js",
  ]

  /// What those are given besides who watch the server.
  static let watched: Set<String> = ["/ready", "/metrics"]

  let sessions: Sessions
  let place: ServedPlace
  let monitors: [IPNetwork]
  let proxies: TrustedProxies

  func handle(
    _ request: Request,
    context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    guard !isOpen(request) else { return try await next(request, context) }
    guard let id = await sessions.open(among: request.sessionTokens) else { return try refuse(request) }
    var response = try await SessionID.$current.withValue(id) { try await next(request, context) }
    // An answer to HEAD is over with its head: the connection is then for others, who would be shut out with this session.
    if request.method == .get, response.headers[.contentType] == "text/event-stream",
      let connection = Connection.current
    {
      guard sessions.add(connection, to: id) else { return try refuse(request) }
    }
    if let caching = response.headers[.cacheControl] {
      response.headers[.cacheControl] = Self.ownCaching(caching)
    }
    return response
  }

  private func isOpen(_ request: Request) -> Bool {
    if Self.open.contains(request.uri.path) { return true }
    guard Self.watched.contains(request.uri.path), let client = request.certainAddress(trusting: proxies)
    else { return false }
    return monitors.contains { $0.contains(client) }
  }

  private func refuse(_ request: Request) throws -> Response {
    guard [.get, .head].contains(request.method), ["/", "/index.html"].contains(request.uri.path) else {
      throw Problem.noSession
    }
    let query = PageQuery(request.uri.query)
    return .redirect(to: place.address("/login") + query.text, status: .seeOther)
  }

  /// What was given to one who has a session is for nobody else: a proxy's cache would give it to all.
  static func ownCaching(_ caching: String) -> String {
    let words = caching.split(separator: ",").map { $0.drop { $0 == " " } }
    let kept = words.filter { !$0.lowercased().hasPrefix("public") && !$0.lowercased().hasPrefix("s-maxage") }
    let isOwn = kept.contains { ["no-store", "private"].contains($0.lowercased()) }
    return ((isOwn ? [] : ["private"]) + kept).joined(separator: ", ")
  }
}

extension Problem {
  static let noSession = Problem(
    status: .unauthorized,
    detail: "This server asks for a password; begin a session with POST /login, or open /login in a browser.",
    challenge: sessionChallenge
  )

  /// What is asked for (RFC 9110, section 11.6.1).
  static let sessionChallenge = #"Cookie realm="Gallery""#
}

extension Response {
  /// To another address of this server.
  static func redirect(to address: String, status: HTTPResponse.Status) -> Response {
    Response(status: status, headers: [.location: address, .cacheControl: "no-store"])
  }
}

/// The query of the page's address, such as `?screen=gifs`, which is kept on the way through the login. Nothing in it
/// can lead anywhere but to the page.
struct PageQuery {
  /// With its question mark, or empty.
  let text: String

  /// One that a browser would not have sent so is left out.
  init(_ query: String?) {
    let pairs = (query ?? "").split(separator: "&").filter { !$0.hasPrefix("language=") }
    let query = pairs.joined(separator: "&")
    let isPlain = query.utf8.count <= 1000 && query.wholeMatch(of: /[A-Za-z0-9\-._~%&=+,:\/?@!$()*;]+/) != nil
    text = isPlain ? "?" + query : ""
  }

  /// The same with a language, where one has been chosen.
  func with(_ language: LoginLanguage?) -> String {
    guard let language else { return text }
    return (text.isEmpty ? "?" : text + "&") + "language=" + language.rawValue
  }
}
