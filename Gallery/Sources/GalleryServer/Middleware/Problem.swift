import ErrandsImages
import ErrandsLoading
import GalleryDatabase
import GalleryJobs
import HTTPTypes
import Hummingbird
import NIOHTTP1

/// What went wrong, for the client (RFC 9457).
struct Problem: Error, Encodable, Equatable {
  let type = "about:blank"
  let title: String
  let status: Int
  /// A sentence that a person can act on.
  private(set) var detail: String
  /// Seconds after which it may be worth trying again.
  var retryAfter: Int?
  /// The methods that would be answered.
  var allowed: String?
  /// How a client shows who it is.
  private(set) var challenge: String?

  private enum CodingKeys: String, CodingKey { case type, title, status, detail }

  init(status: HTTPResponse.Status, detail: String, retryAfter: Int? = nil, challenge: String? = nil) {
    title = status.reasonPhrase
    self.status = status.code
    self.detail = detail
    self.retryAfter = retryAfter
    self.challenge = challenge
  }

  static func badRequest(_ detail: String) -> Problem { Problem(status: .badRequest, detail: detail) }

  static func busy(_ detail: String) -> Problem {
    Problem(status: .serviceUnavailable, detail: detail, retryAfter: 1)
  }

  /// The problem behind an error that a route threw.
  init(_ error: any Error) {
    switch error {
    case let problem as Problem: self = problem
    case MusicFeedError.noChart: self.init(status: .notFound, detail: "\(error)")
    case let error as MusicFeedError: self = .badRequest("\(error)")
    case let error as GiphyError: self.init(giphy: error)
    case let error as FetchError: self.init(fetch: error)
    case let error as AdmissionError: self = .busy("\(error)")
    // The only one that is not the image's fault.
    case let error as ImageError: self = .busy("\(error)")
    case let error as CoverError: self.init(status: .badGateway, detail: "\(error)")
    case let error as PhotoError: self.init(status: .badGateway, detail: "\(error)")
    case let error as LibraryError: self = .busy(error.toldSentence)
    case let error as HTTPError:
      self.init(status: error.status, detail: error.body ?? "There is nothing at this address.")
    case let error as HTTPParserError: self.init(parser: error)
    case is CancellationError:
      self = .busy("The server is about to end; try again in a moment.")
    case is ClientLeft:
      // Read in the log only. No RFC has a status for it; this one is nginx's.
      self.init(status: .init(code: 499, reasonPhrase: "Client Closed Request"), detail: "The client left.")
    default:
      self.init(
        status: .internalServerError,
        detail: "Something went wrong in the server; its log says what."
      )
    }
  }

  /// What the client has sent cannot be read (RFC 9112, section 2.2; RFC 6585, section 5).
  private init(parser error: HTTPParserError) {
    switch error {
    case .headerOverflow:
      self.init(
        status: .requestHeaderFieldsTooLarge,
        detail:
          "The head of the request is too long; send a shorter address, fewer fields and smaller cookies."
      )
    case .invalidVersion:
      self.init(
        status: .httpVersionNotSupported,
        detail: "Only HTTP/1.0 and HTTP/1.1 are spoken here, in lines that end with CR and LF."
      )
    default:
      self = .badRequest(
        "This is no HTTP that can be read; correct the request, its method say, or leave out https."
      )
    }
  }

  private init(giphy error: GiphyError) {
    switch error {
    case .emptyKeyword, .longKeyword, .keywordRefused, .limit, .offset: self = .badRequest("\(error)")
    case .rateLimited(_, let wait):
      // Its limit is by the hour: a server that does not say when is not asked again in a second.
      let seconds = wait.map { max(1, Int($0.components.seconds)) } ?? 60
      self.init(status: .serviceUnavailable, detail: "\(error)", retryAfter: seconds)
    default: self.init(status: .badGateway, detail: "\(error)")
    }
  }

  private init(fetch error: FetchError) {
    switch error.cause {
    case .timedOut: self.init(status: .gatewayTimeout, detail: "\(error)")
    case .status(let code, let wait) where code == 429 || code == 503:
      let seconds = wait.map { Int($0.components.seconds) } ?? 1
      self.init(status: .serviceUnavailable, detail: "\(error)", retryAfter: max(1, seconds))
    case .status(let code, _) where code == 404:
      self.init(status: .notFound, detail: "\(error)")
    default: self.init(status: .badGateway, detail: "\(error)")
    }
  }
}

extension Problem {
  /// The same with addresses of the own upstream as they are named.
  func naming(_ own: OwnUpstream) -> Problem {
    var problem = self
    problem.detail = own.sentence(of: detail)
    return problem
  }

  var response: Response {
    var response = Response.json(self, status: HTTPResponse.Status(code: status, reasonPhrase: title))
    response.headers[.contentType] = "application/problem+json"
    response.headers[.cacheControl] = "no-store"
    if let allowed { response.headers[.allow] = allowed }
    if let challenge { response.headers[.wwwAuthenticate] = challenge }
    if let retryAfter { response.headers[.retryAfter] = "\(retryAfter)" }
    return response
  }
}
