import Errands
import ErrandsAsyncHTTPClient
import ErrandsLoading
import ErrandsObservability
import ErrandsTesting
import ErrandsUpstream
import Foundation
import InMemoryTracing
import Testing
import Tracing

@Suite("Requests in a distributed trace", .timeLimit(.minutes(1)))
struct RequestSpanTests {
  private let tracer = OwnTracer()

  private func fetcher(_ change: (inout Fetcher.Configuration) -> Void = { _ in }) -> Fetcher {
    var transport = AsyncHTTPClientTransport.Configuration()
    transport.addressGuard.allowsPrivate = true
    transport.tracer = tracer
    var configuration = Fetcher.Configuration()
    configuration.retry = .never
    change(&configuration)
    return Fetcher(
      transport: AsyncHTTPClientTransport(configuration: transport),
      configuration: configuration
    )
  }

  @Test("Each is a span below that of its caller, and the server is told which")
  func below() async throws {
    try await withUpstream(respond: { _ in .ok("chart") }) { upstream in
      let request = FetchRequest(upstream.url("/chart"))
      _ = try await tracer.withSpan("page") { _ in try await fetcher().data(for: request).value() }
      let spans = tracer.finishedSpans
      #expect(spans.map(\.operationName) == ["GET", "page"])
      let span = try #require(spans.first)
      #expect(span.kind == .client)
      #expect(span.parentSpanID == spans.last?.spanID && span.traceID == spans.last?.traceID)
      #expect(span.attributes.get("http.request.method") == "GET")
      #expect(span.attributes.get("server.address") == "127.0.0.1")
      #expect(span.attributes.get("server.port") == .int64(Int64(try #require(upstream.url.port))))
      #expect(span.attributes.get("http.response.status_code") == .int64(200))
      #expect(span.status == nil && span.errors.isEmpty)
      let sent = try #require(upstream.requests.first).headers
      #expect(sent[InMemoryTracer.spanIDKey] == span.spanID)
      #expect(sent[InMemoryTracer.traceIDKey] == span.traceID)
    }
  }

  /// AsyncHTTPClient makes spans of its own where the program has a tracer, with the whole of the query.
  @Test("No value of a query is in it, and no user")
  func redacted() async throws {
    try await withUpstream(respond: { _ in .ok("file") }) { upstream in
      let port = try #require(upstream.url.port)
      let url = try #require(URL(string: "http://user:secret@127.0.0.1:\(port)/file?signature=secret#secret"))
      _ = try await fetcher().data(for: FetchRequest(url)).value()
      let span = try #require(tracer.finishedSpans.first)
      #expect(tracer.finishedSpans.count == 1)
      #expect(span.attributes.get("url.full") == "http://127.0.0.1:\(port)/file?signature=…")
      #expect(!"\(span)".contains("secret"))
    }
  }

  @Test("Each try and each hop is one of its own, and what failed says so")
  func triesAndHops() async throws {
    try await withUpstream(respond: { request in
      switch request.number {
      case 1: .redirect(to: "/other")
      case 2: .status(503)
      default: .ok("")
      }
    }) { upstream in
      let fetcher = fetcher { $0.retry = RetryPolicy(retries: 1, base: .zero) }
      _ = try await fetcher.data(for: FetchRequest(upstream.url("/one"))).value()
      let spans = tracer.finishedSpans
      #expect(spans.map { $0.attributes.get("http.response.status_code") } == [302, 503, 200])
      #expect(spans.map { $0.status?.code } == [nil, .error, nil])
      #expect(Set(upstream.requests.map { $0.headers[InMemoryTracer.spanIDKey] }).count == 3)
    }
  }

  @Test("What shares a load is below the span of the first")
  func shared() async throws {
    let gate = Gate()
    try await withUpstream(respond: { _ in
      try await gate.wait()
      return .ok("")
    }) { upstream in
      let (fetcher, request) = (fetcher(), FetchRequest(upstream.url("/chart")))
      let first = tracer.withSpan("first") { _ in fetcher.data(for: request).run() }
      _ = try await upstream.request(1)
      let second = tracer.withSpan("second") { _ in fetcher.data(for: request).run() }
      gate.open()
      _ = try await (first.value, second.value)
      let spans = tracer.finishedSpans
      #expect(spans.map(\.operationName) == ["first", "second", "GET"])
      #expect(spans.last?.parentSpanID == spans.first?.spanID)
    }
  }

  // MARK: Below the run

  /// The names of the spans above one, from the nearest on.
  private func above(_ span: FinishedInMemorySpan) -> [String] {
    var names: [String] = []
    var parent = span.parentSpanID
    while let next = tracer.finishedSpans.first(where: { $0.spanID == parent }) {
      names.append(next.operationName)
      parent = next.parentSpanID
    }
    return names
  }

  @Test("Where runs are spans, it lies below that of the load's run, and its own context is sent")
  func belowTheRun() async throws {
    let tracing = Trace.observe(spanningWith: tracer)
    try await withUpstream(respond: { _ in .ok("chart") }) { upstream in
      let request = FetchRequest(upstream.url("/chart"))
      _ = try await tracer.withSpan("page") { _ in try await fetcher().data(for: request).value() }
      let span = try #require(tracer.finishedSpans.first { $0.kind == .client })
      let above = above(span)
      #expect(above.first == "GET \(request.url)" && above.last == "page")
      let sent = try #require(upstream.requests.first).headers
      #expect(sent[InMemoryTracer.spanIDKey] == span.spanID)
      #expect(sent[InMemoryTracer.traceIDKey] == span.traceID)
      // Beside it lie the phases of that run.
      let beside = tracer.finishedSpans.filter { $0.parentSpanID == span.parentSpanID }
      #expect(beside.map(\.operationName).sorted() == ["GET", "receiving", "requesting"])
    }
    tracing.cancel()
  }

  @Test("Of what shares a load, the first one's run is above")
  func sharedRuns() async throws {
    let (gate, tracing) = (Gate(), Trace.observe(spanningWith: tracer))
    try await withUpstream(respond: { _ in
      try await gate.wait()
      return .ok("")
    }) { upstream in
      let (fetcher, request) = (fetcher(), FetchRequest(upstream.url("/chart")))
      // In no span of its own, and no other would do.
      let first = fetcher.data(for: request).map { $0 }.run()
      _ = try await upstream.request(1)
      let second = tracer.withSpan("second") { _ in fetcher.data(for: request).run() }
      gate.open()
      _ = try await (first.value, second.value)
      let span = try #require(tracer.finishedSpans.first { $0.kind == .client })
      #expect(Set(above(span)) == ["GET \(request.url)"])
      let load = try #require(
        tracer.finishedSpans.first { $0.attributes.get("errands.run") == .string("\(first.id)") }
      )
      #expect(span.traceID == load.traceID)
    }
    tracing.cancel()
  }

  @Test("Spans of another tracer are not above it")
  func anotherTracer() async throws {
    let tracing = Trace.observe(spanningWith: OwnTracer())
    try await withUpstream(respond: { _ in .ok("chart") }) { upstream in
      let request = FetchRequest(upstream.url("/chart"))
      _ = try await tracer.withSpan("page") { _ in try await fetcher().data(for: request).value() }
      #expect(tracer.finishedSpans.map(\.operationName) == ["GET", "page"])
      #expect(tracer.finishedSpans.first?.parentSpanID == tracer.finishedSpans.last?.spanID)
    }
    tracing.cancel()
  }

  @Test("Whom it went to is in it, where the transport measures")
  func peer() async throws {
    try await withUpstream(respond: { _ in .ok("chart") }) { upstream in
      let request = FetchRequest(upstream.url("/chart"))
      _ = try await fetcher { $0.metrics = { _, _ in } }.data(for: request).value()
      let span = try #require(tracer.finishedSpans.first)
      #expect(span.attributes.get("network.peer.address") == "127.0.0.1")
      #expect(span.attributes.get("network.peer.port") == .int64(Int64(upstream.port)))
    }
  }

  /// It was read when the configuration was made, so that a program that has its tracer later was never traced.
  @Test("The program's tracer counts as it is when a request is sent")
  func later() async throws {
    try await withFetcher(.asyncHTTPClient, .ok("")) { fetcher, upstream in
      let request = FetchRequest(upstream.url("/chart"))
      _ = try await fetcher.data(for: request).value()
      try await withTracer(tracer) { _ = try await fetcher.data(for: request).value() }
      #expect(tracer.finishedSpans.map(\.operationName) == ["GET"])
      #expect(upstream.requests.map { $0.headers[InMemoryTracer.spanIDKey] != nil } == [false, true])
    }
  }

  @Test("A connection that fails is an error of the span")
  func failure() async throws {
    let closed = try ClosedPort()
    await #expect(throws: FetchError.self) { try await fetcher().data(for: FetchRequest(closed.url)).value() }
    let span = try #require(tracer.finishedSpans.first)
    #expect(span.errors.first?.error is FetchError)
    #expect(span.attributes.get("http.response.status_code") == nil)
  }

  @Test("Without a tracer nothing is sent along, and a field of the caller's stays")
  func none() async throws {
    try await withFetcher(.asyncHTTPClient, .ok("")) { fetcher, upstream in
      let request = FetchRequest(upstream.url("/chart"), fields: ["traceparent": "the caller's"])
      _ = try await tracer.withSpan("page") { _ in try await fetcher.data(for: request).value() }
      let sent = try #require(upstream.requests.first).headers
      #expect(sent["traceparent"] == "the caller's" && sent[InMemoryTracer.spanIDKey] == nil)
      #expect(tracer.finishedSpans.map(\.operationName) == ["page"])
    }
  }
}
