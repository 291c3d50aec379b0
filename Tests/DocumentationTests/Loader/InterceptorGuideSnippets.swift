import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

private struct Language: FetchInterceptor {
  let language: String

  func adapt(_ request: FetchRequest, try number: Int) async throws -> FetchRequest {
    var request = request
    request.fields["Accept-Language"] = language
    return request
  }
}

/// Sends once more what a server would not take so early in a connection (RFC 8470).
private struct NotTooEarly: FetchInterceptor {
  func decide(on failure: FailedTry) async throws -> RetryDecision {
    guard case .status(425, _) = failure.error.cause, failure.earlier.isEmpty else { return .asUsual }
    return .retry(after: .zero)
  }
}

@Suite("The snippets of “Credentials and interceptors”", .timeLimit(.minutes(1)))
struct InterceptorGuideSnippets {
  @Test("refresh a token once for all who are refused")
  func credential() async throws {
    let configured = Fetcher.Configuration()
    try await withLoader(
      { $0 = configured },
      respond: { request in
        switch (request.path, request.headers["Authorization"]) {
        case ("/token", _): .json(#"{"token": "new"}"#)
        case (_, "Bearer new"): .ok("chart")
        default: .status(401)
        }
      }
    ) { plain, upstream in
      struct Token: Sendable, Decodable { let token: String }
      let (tokens, saved) = (FetchRequest(upstream.url("/token")), "old")
      let (transport, host) = (loopback(), upstream.url.host ?? "")

      let credential = BearerCredential(hosts: [host], token: saved) { refused in
        try await plain.json(Token.self, for: tokens).value().token
      }
      var configuration = Fetcher.Configuration()
      configuration.interceptors = [credential, Language(language: "vi")]
      let fetcher = Fetcher(transport: transport, configuration: configuration)

      let request = FetchRequest(upstream.url("/chart"))
      let answer = try await fetcher.data(for: request).value()
      #expect(answer.body == Data("chart".utf8))
      #expect(upstream.requests.map(\.path) == ["/chart", "/token", "/chart"])
      #expect(upstream.requests.last?.headers["Accept-Language"] == "vi")
    }
  }

  @Test("decide about another try")
  func decision() async throws {
    try await withLoader(
      { $0.interceptors = [NotTooEarly()] },
      respond: { $0.number == 1 ? .status(425) : .ok("stored") }
    ) { fetcher, upstream in
      let request = FetchRequest(upstream.url("/charts"), method: .post)
      let answer = try await fetcher.data(for: request).value()
      #expect(answer.body == Data("stored".utf8))
    }
  }

  @Test("send a credential with one request")
  func one() throws {
    let (url, token) = (URL(filePath: "/"), "secret")

    let request = FetchRequest(url, fields: ["Authorization": "Bearer \(token)"])

    #expect(request.fields["authorization"] == "Bearer secret")
  }
}
