import HTTPTypes
import Hummingbird
import NIOCore

/// The page that asks for the password. It works without a script, so it comes in the reader's language.
struct LoginPage {
  private let language: LoginLanguage
  private let chosen: LoginLanguage?
  private let query: PageQuery
  private let complaint: String?

  /// - Parameter problem: What came of the try before; nil where there was none.
  init(_ request: Request, after problem: Problem? = nil) {
    language = LoginLanguage(request)
    chosen = LoginLanguage(chosenIn: request)
    query = PageQuery(request.uri.query)
    complaint = problem.map(language.sentence)
  }

  func response(_ status: HTTPResponse.Status, of problem: Problem? = nil) -> Response {
    var response = problem?.response ?? Response(status: status)
    response.status = status
    response.headers[.contentType] = "text/html; charset=utf-8"
    response.headers[.cacheControl] = "no-store"
    response.headers[.contentLanguage] = language.rawValue
    response.headers[.vary] = "Accept-Language"
    response.body = ResponseBody(byteBuffer: ByteBuffer(string: html))
    return response
  }

  /// Relative to itself, so that it works below a prefix, whether a proxy strips that or not.
  private func address(in language: LoginLanguage?) -> String {
    "login\(query.with(language))".replacing("&", with: "&amp;")
  }

  /// With the other pages' `no-referrer` a browser says of the form that it comes from nowhere, as of another site's.
  var html: String {
    let words = language.words
    let other = language.other
    let complaint =
      complaint.map { #"<p class="login-complaint" id="complaint" role="alert">\#($0)</p>"# } ?? ""
    let described = complaint.isEmpty ? "" : #" aria-describedby="complaint" aria-invalid="true""#
    return """
      <!doctype html>
      <html lang="\(language.rawValue)">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="robots" content="noindex">
        <meta name="referrer" content="same-origin">
        <title>\(words.title) · Gallery</title>
        <link rel="icon" href="icon.svg" type="image/svg+xml">
        <link rel="stylesheet" href="styles/base.css">
        <link rel="stylesheet" href="styles/shell.css">
        <link rel="stylesheet" href="styles/login.css">
        <script src="modules/first-paint.js"></script>
      </head>
      <body>
        <header class="masthead">
          <p class="wordmark"><svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
            <rect width="20" height="20" rx="3"/><rect x="23" width="9" height="20" rx="2"/>
            <rect y="23" width="9" height="9" rx="2"/><rect x="12" y="23" width="20" height="9" rx="2"/>
          </svg>Gallery</p>
          <p class="login-language"><a lang="\(other.rawValue)" hreflang="\(other.rawValue)" href="\(address(in: other))"
            >\(other.name)</a></p>
        </header>
        <main class="login">
          <h1>\(words.title)</h1>
          <p class="login-lead">\(words.lead)</p>
          <form method="post" action="\(address(in: chosen))">
            <label for="password">\(words.password)</label>
            <div class="login-row">
              <input id="password" name="password" type="password" autocomplete="current-password" required autofocus\(described)>
              <button type="submit">\(words.enter)</button>
            </div>
            \(complaint)
          </form>
        </main>
      </body>
      </html>

      """
  }
}
