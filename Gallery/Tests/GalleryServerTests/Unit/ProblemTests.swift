import ErrandsLoading
import Foundation
import GalleryDatabase
import GalleryJobs
import Hummingbird
import Testing

@testable import GalleryServer

@Suite("The problem behind an error")
struct ProblemTests {
  private static let url = URL(fileURLWithPath: "/chart.json")

  @Test(
    "A failed load is told apart from a failed server",
    arguments: [
      (FetchError(url, .timedOut(after: .seconds(30))), 504),
      (FetchError(url, .status(404, retryAfter: nil)), 404),
      (FetchError(url, .status(500, retryAfter: nil)), 502),
      (FetchError(url, .status(403, retryAfter: .seconds(9))), 502),
      (FetchError(url, .status(429, retryAfter: nil)), 503),
      (FetchError(url, .status(503, retryAfter: nil)), 503),
      (FetchError(url, .malformedJSON(reason: "broken")), 502),
      (FetchError(url, .tooLarge(limit: 10)), 502),
      (FetchError(url, .addressForbidden(address: "10.0.0.1")), 502),
      (FetchError(url, .truncated(received: 1, expected: 2)), 502),
    ]
  )
  func fetch(_ error: FetchError, _ status: Int) {
    let problem = Problem(error)
    #expect(problem.status == status)
    #expect(problem.detail == "\(error)")
    #expect((problem.retryAfter != nil) == (status == 503))
  }

  @Test("The wait that the upstream asks for is handed on, and is a second at least")
  func wait() {
    let waits: [(Duration?, Int)] = [(.seconds(7), 7), (.milliseconds(200), 1), (.zero, 1), (nil, 1)]
    for (wait, seconds) in waits {
      let error = FetchError(Self.url, .status(503, retryAfter: wait))
      #expect(Problem(error).response.headers[.retryAfter] == "\(seconds)")
    }
  }

  @Test(
    "What Giphy refuses is told apart by who can do something about it",
    arguments: [
      (GiphyError.emptyKeyword, 400), (.longKeyword(characters: 51), 400), (.limit(0, 1...50), 400),
      (.offset(-1), 400), (.keywordRefused(url), 400), (.unauthorized(url), 502), (.forbidden(url), 502),
      (.refused(url, status: nil, message: "No."), 502), (.rateLimited(url, retryAfter: nil), 503),
    ]
  )
  func giphy(_ error: GiphyError, _ status: Int) {
    let problem = Problem(error)
    #expect(problem.status == status)
    #expect(problem.detail == "\(error)")
    #expect((problem.retryAfter != nil) == (status == 503))
  }

  @Test(
    "Of the library a client is told neither where it is nor what its database says",
    arguments: [
      LibraryError.damaged(path, reason: "a secret"), .newer(path), .unusable(path, reason: "a secret"),
      .full(path), .busy(path),
      .gone(path), .closed(path), .away(path, reason: "a secret"),
    ]
  )
  func library(_ error: LibraryError) {
    let problem = Problem(error)
    #expect(problem.status == 503 && problem.retryAfter != nil)
    #expect(!problem.detail.contains("secret") && problem.detail.hasSuffix("."))
  }

  private static let path = "postgres://secret@10.0.0.1/gallery"

  @Test("A wrong question is a 400 with the sentence that says what is wrong")
  func question() {
    let problem = Problem(MusicFeedError.limit(0))
    #expect(problem.status == 400)
    #expect(problem.detail == "\(MusicFeedError.limit(0))")
  }

  /// Its text may hold a path or a query that is nobody's business.
  @Test("An error that nobody foresaw does not tell the client about the inside")
  func unforeseen() {
    struct Secret: Error, CustomStringConvertible { let description = "/home/somebody/key" }
    let problem = Problem(Secret())
    #expect(problem.status == 500)
    #expect(!problem.detail.contains("somebody"))
  }

  @Test("A server that ends asks to come again; a client that left is a line of the log")
  func ends() {
    #expect(Problem(CancellationError()).status == 503)
    #expect(Problem(CancellationError()).retryAfter == 1)
    #expect(Problem(ClientLeft()).status == 499)
  }

  @Test("It is answered as a problem that no cache keeps")
  func answered() {
    let response = Problem.badRequest("Give one.").response
    #expect(response.status == .badRequest)
    #expect(response.headers[.contentType] == "application/problem+json")
    #expect(response.headers[.cacheControl] == "no-store")
    #expect(response.headers[.retryAfter] == nil)
    #expect(
      JSONText.line(Problem.badRequest("Give one."))
        == #"{"detail":"Give one.","status":400,"title":"Bad Request","type":"about:blank"}"#
    )
  }
}
