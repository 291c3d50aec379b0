import Foundation
import GalleryConnections
import HTTPTypes
import Hummingbird

/// `GET /login` shows the page that asks for the password; `POST /login` begins a session, for the page's form or for
/// `{"password":…}`; `POST /logout` ends it.
struct LoginRoutes: Sendable {
  /// The largest body that is read, in bytes: the longest password, each byte of it with a percent sign.
  private static let bodyLimit = 8192

  let door: Door
  let cookie: SessionCookie
  let proxies: TrustedProxies

  func add(to router: some RouterMethods<BasicRequestContext>) {
    router.get("/login") { request, _ in
      // Who has a session wants the page.
      guard await door.sessions.open(among: request.sessionTokens) == nil else { return entrance(request) }
      return LoginPage(request).response(.ok)
    }
    router.post("/login") { request, _ in try await enter(request) }
    router.post("/logout") { request, _ in
      _ = try LoginForm(of: request)
      try await door.sessions.end(request.sessionTokens)
      return with(cookie.end, Response(status: .noContent, headers: [.cacheControl: "no-store"]))
    }
  }

  private func enter(_ request: Request) async throws -> Response {
    let form = try LoginForm(of: request)
    do {
      let body = try await request.wholeBody(upTo: Self.bodyLimit, else: "send the password alone")
      let token = try await door.enter(form.password(in: body), as: request.client(trusting: proxies))
      // The session that a client had before ends with its token, whoever gave it to the client.
      try await door.sessions.end(request.sessionTokens)
      let answer = form == .page ? entrance(request) : Response(status: .noContent)
      return with(cookie.begin(token), answer)
    } catch let problem as Problem where form == .page && [401, 429, 503].contains(problem.status) {
      return LoginPage(request, after: problem).response(.init(code: problem.status), of: problem)
    }
  }

  private func entrance(_ request: Request) -> Response {
    let query = PageQuery(request.uri.query).with(LoginLanguage(chosenIn: request))
    return .redirect(to: cookie.place.address("/") + query, status: .seeOther)
  }

  private func with(_ cookies: [String], _ response: Response) -> Response {
    var response = response
    response.headers[.cacheControl] = "no-store"
    for cookie in cookies { response.headers.append(HTTPField(name: .setCookie, value: cookie)) }
    return response
  }
}

/// In which form a password comes.
enum LoginForm: Equatable {
  /// That of the page, as browsers send it without a script (WHATWG URL, section 5.1).
  case page
  case json

  /// - Throws: A problem with status 415 for another.
  init(of request: Request) throws(Problem) {
    let type = request.headers[.contentType].flatMap(MediaType.init(from:))
    if let type, type.isType(.applicationJson) {
      self = .json
    } else if let type, type.isType(.applicationUrlEncoded) {
      self = .page
    } else {
      throw Problem(
        status: .unsupportedMediaType,
        detail: "Send JSON here with Content-Type: application/json, or the form of the page /login."
      )
    }
  }

  /// - Throws: A problem with status 400 or 422 where there is none in it.
  func password(in body: Data) throws(Problem) -> String {
    switch self {
    case .page:
      return Parameters(form: String(decoding: body, as: UTF8.self))["password"].map(String.init) ?? ""
    case .json:
      let value = try body.parsed(orSend: #"{"password":"…"}"#)
      guard let words = (value as? [String: Any])?["password"] as? String else {
        throw .wrong(#"The body names no password; send {"password":"…"}."#)
      }
      return words
    }
  }
}
