import Dispatch
import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

/// A reader of charts, whose methods are called.
private final class ChartReader: FetchDelegate, FetchActionDelegate {
  let heard = Events<String>()

  func fetch(_ request: FetchRequest, didReceive head: FetchHead) { heard.record("\(head.status)") }
  func fetch(_ request: FetchRequest, didReceive chunk: Data) { heard.record("chunk") }
  func fetch(_ request: FetchRequest, didComplete outcome: Result<Void, any Error>) { heard.record("done") }

  func perform(_ action: FetchAction) {
    switch action {
    case .response(let head): heard.record("\(head.status)")
    case .data: heard.record("chunk")
    case .completion: heard.record("all done")
    }
  }
}

@Suite("The snippets of “Loading”", .timeLimit(.minutes(1)))
struct LoadingGuideSnippets {
  private let scope = Scope()

  @Test("load in memory, in pieces and to a file")
  func forms() async throws {
    try await withLoader(respond: { _ in .ok("seven") }) { fetcher, upstream in
      let url = upstream.url("/charts/7")

      let request = FetchRequest(url, fields: ["Accept": "text/plain"])
      let answer = try await fetcher.data(for: request).value()

      let text = fetcher.value(for: request) { answer in String(decoding: answer.body, as: UTF8.self) }
      let head = fetcher.streamedResponse(for: request).map { response in response.head }
      let response = try await fetcher.response(for: request, in: scope)
      var read = Data()
      for try await chunk in response.body { read.append(chunk) }
      for try await answer in fetcher.updates(for: request) { read.append(answer.body) }

      #expect(answer.head.status == 200)
      #expect(try await head.value().status == 200)
      #expect(try await text.value() == "seven")
      #expect(String(decoding: read, as: UTF8.self) == "sevenseven")
      try await withFolder { charts in
        let file = try await fetcher.download(request, to: Destination(folder: charts)).value()
        #expect(file.path.hasSuffix("/7"))
      }
    }
  }

  @Test("decode JSON, and say where it is not as expected")
  func json() async throws {
    struct Song: Sendable, Decodable { let title: String }
    struct Chart: Sendable, Decodable { let songs: [Song] }
    try await withLoader(respond: { _ in .json(#"{"songs": [{"title": "Sea"}, {"title": 3}]}"#) }) {
      fetcher,
      upstream in
      let request = FetchRequest(upstream.url("/chart.json"))
      let reported = Events<String>()
      let (show, report) = ({ (_: Chart) in }, { (text: String) in reported.record(text) })

      let chart = fetcher.json(Chart.self, for: request)
      do {
        show(try await chart.value())
      } catch let error as FetchError {
        report(error.description)
      }

      #expect(reported.all.first?.contains("songs[1].title: expected text, found a number") == true)
    }
  }

  @Test("call a delegate")
  func delegates() async throws {
    try await withLoader(respond: { _ in .ok("seven") }) { fetcher, upstream in
      let (request, reader) = (FetchRequest(upstream.url("/charts/7")), ChartReader())
      let queue = DispatchQueue(label: "charts")

      fetcher.run(request, delegate: reader, in: scope, on: .queue(queue))
      fetcher.run(request, actions: reader, in: scope, on: .queue(queue))

      _ = try await reader.heard.first { $0 == "done" }
      _ = try await reader.heard.first { $0 == "all done" }
    }
  }

  @Test("share one load among all who ask at the same time")
  func shared() async throws {
    let gate = Gate()
    try await withLoader(respond: { _ in
      try await gate.wait()
      return .ok("signed")
    }) { fetcher, upstream in
      let signed = upstream.url("/charts/7?signature=1")

      var request = FetchRequest(signed)
      request.key = "chart 7"
      let first = fetcher.data(for: request).run()
      request.url = upstream.url("/charts/7?signature=2")
      let second = fetcher.data(for: request).run()

      gate.open()
      let (one, other) = (try await first.value, try await second.value)
      #expect(one == other)
      #expect(upstream.requestCount == 1)
    }
  }

  @Test("set limits of one's own")
  func limits() throws {
    var configuration = Fetcher.Configuration()
    configuration.deadline = .seconds(10)
    configuration.silence = .seconds(5)
    configuration.byteLimit = 1 << 20
    configuration.retry = RetryPolicy(retries: 5, base: .milliseconds(100), cap: .seconds(5))
    configuration.retryAfterLimit = .seconds(5)
    configuration.validate = { head in
      guard head.fields["Content-Type"]?.hasPrefix("application/json") == true else {
        throw FetchError(head.url, .malformedResponse(reason: "it is no JSON"))
      }
    }
    let fetcher = Fetcher(transport: loopback(), configuration: configuration)

    #expect(fetcher.configuration.retry.retries == 5)
    let head = FetchHead(url: URL(filePath: "/"), status: 200, fields: ["Content-Type": "text/html"])
    #expect(throws: FetchError.self) { try configuration.validate(head) }
  }
}
