import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryJobs
import Testing

/// A key that is in an address is soon in a log, a screenshot, or a question to strangers.
@Suite("The API key", .timeLimit(.minutes(1)))
struct GiphyKeyTests {
  private static let key = "s3cr&t key"
  private static let encoded = "s3cr%26t%20key"

  @Test("goes to Giphy's search, as a parameter", arguments: JobStyle.allCases)
  func sent(_ style: JobStyle) async throws {
    try await withUpstream(.json(GiphyText.page([]))) { upstream in
      _ = try await GifsJob.asking(upstream, style: style, key: Self.key).search("cats", limit: 3).value()
      let request = try await upstream.request(1)
      #expect(request.path == "/v1/gifs/search")
      #expect(request.query == "q=cats&limit=3&offset=0&api_key=\(Self.encoded)")
    }
  }

  @Test("is not sent where there is none", arguments: [nil, "", " \n"])
  func none(_ key: String?) async throws {
    try await withUpstream(.json(GiphyText.page([]))) { upstream in
      _ = try await GifsJob.asking(upstream, key: key).search("cats").value()
      #expect(try await upstream.request(1).query == "q=cats&limit=25&offset=0")
    }
  }

  @Test("is not told to the hosts of the animations")
  func files() async throws {
    let folder = try TemporaryFolder()
    try await withUpstream(.gif()) { upstream in
      let job = try GifsJob.asking(upstream, key: Self.key)
      _ = try await job.download(Gif("a", at: upstream.url("/media/a/giphy.gif?cid=1")), to: folder.path)
        .value()
      #expect(upstream.requests.map(\.query) == ["cid=1"])
    }
  }

  /// A server that redirects often repeats the whole query.
  @Test("goes along with a redirect to the same search, and not with one to another host")
  func redirects() async throws {
    try await withUpstream(.json(GiphyText.page([]))) { other in
      try await withUpstream(
        respond: { request in
          let query = "api_key=\(Self.encoded)&q=dogs"
          let next = request.number == 1 ? "/v1/gifs/search" : other.url("/v1/gifs/search").absoluteString
          return .redirect(to: "\(next)?\(query)")
        },
        { upstream in
          _ = try await GifsJob.asking(upstream, key: Self.key).search("cats").value()
          #expect(
            upstream.requests.map(\.query) == [
              "q=cats&limit=25&offset=0&api_key=\(Self.encoded)", "q=dogs&api_key=\(Self.encoded)",
            ]
          )
          #expect(other.requests.map(\.query) == ["q=dogs"])
        }
      )
    }
  }

  @Test("does not go along with a redirect to somewhere else on the same host")
  func elsewhere() async throws {
    try await withUpstream(
      respond: { $0.number == 1 ? .redirect(to: "/elsewhere") : .json(GiphyText.page([])) },
      { upstream in
        _ = try await GifsJob.asking(upstream, key: Self.key).search("cats").value()
        #expect(upstream.requests.map(\.path) == ["/v1/gifs/search", "/elsewhere"])
        #expect(upstream.requests.last?.query == nil)
      }
    )
  }

  private static let faults: [Script] =
    [401, 403, 404, 414, 429, 500].map { .status($0) } + [
      .json("{"), .json(#"{"data":7}"#), .json(#"{"message":"no such key: s3cr&t key"}"#),
      .json(#"{"data":[],"meta":{"status":401,"msg":"s3cr%26t%20key"}}"#),
      Script(framing: .length(100), steps: [.text("{"), .close]), .raw([.text("nonsense\r\n\r\n")]),
      .raw([.text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nno number\r\n")]), .raw([]),
      .redirect(to: "/v1/gifs/search?api_key=s3cr%26t%20key"),
      .redirect(to: "ftp://h.test/?api_key=s3cr%26t%20key"),
      .redirect(to: "http://[/?api_key=s3cr%26t%20key"),
    ]

  @Test("is in no error and in no event of the trace", arguments: faults.indices, JobStyle.allCases)
  func hidden(_ fault: Int, _ style: JobStyle) async throws {
    let names = Events<String>()
    let observation = Trace.observe { names.record("\($0.name) \($0.kind)") }
    try await withUpstream(Self.faults[fault]) { upstream in
      let outcome = await (try GifsJob.asking(upstream, style: style, key: Self.key)).search("cats").outcome()
      let error = #expect(throws: (any Error).self) { try outcome.get() }
      var dumped = ""
      dump(error, to: &dumped)
      expectHidden(in: ["\(String(describing: error))", dumped] + names.all)
      #expect(names.all.contains { $0.contains("/v1/gifs/search?q=…") })
      #expect(upstream.requests.first?.query?.contains(Self.encoded) == true)
    }
    observation.cancel()
  }

  @Test("is in no error where nobody answers")
  func refused() async throws {
    let upstream = try await ScriptedUpstream.start { _ in .status(200) }
    let job = try GifsJob.asking(upstream, key: Self.key)
    await upstream.stop()
    let outcome = await job.search("cats").outcome()
    let error = #expect(throws: FetchError.self) { try outcome.get() }
    expectHidden(in: ["\(String(describing: error))"])
  }

  @Test("is in no description of what holds it")
  func described() throws {
    let giphy = try Giphy(key: Self.key)
    let job = GifsJob(giphy: giphy, fetcher: .local(over: giphy.transport))
    var dumped = ""
    dump(job, to: &dumped)
    expectHidden(in: [dumped, "\(giphy)", "\(job)", String(reflecting: giphy)])
  }

  private func expectHidden(in texts: [String]) {
    for text in texts {
      #expect(!text.contains(Self.key) && !text.contains(Self.encoded), "\(text)")
    }
  }
}
