import Errands
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("Bodies of requests", .timeLimit(.minutes(1)))
struct UploadTests {
  private static let photo = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })

  private func request(_ url: URL, _ body: RequestBody, method: FetchRequest.Method = .post) -> FetchRequest {
    var request = FetchRequest(url, method: method)
    request.body = body
    return request
  }

  @Test("Arrive whole, with length and type", arguments: Carrier.allCases, ["bytes", "file", "chunks"])
  func whole(_ carrier: Carrier, _ kind: String) async throws {
    let folder = try TemporaryFolder()
    try Self.photo.write(to: URL(filePath: folder.path + "/photo"))
    let body =
      switch kind {
      case "bytes": RequestBody.bytes(Self.photo, contentType: "image/jpeg")
      case "file": try RequestBody.file(folder.path + "/photo", contentType: "image/jpeg")
      default:
        RequestBody.chunks(length: 300_000, contentType: "image/jpeg") {
          AsyncStream<Data> { stream in
            for start in stride(from: 0, to: 300_000, by: 70_000) {
              stream.yield(Self.photo[start..<min(start + 70_000, 300_000)])
            }
            stream.finish()
          }
        }
      }
    try await withFetcher(carrier, .ok("thanks")) { fetcher, upstream in
      let answer = try await fetcher.data(for: request(upstream.url, body)).value()
      #expect(answer.body == Data("thanks".utf8))
      let received = try await upstream.request(1)
      #expect(received.method == "POST")
      #expect(Data(received.body) == Self.photo)
      #expect(received.headers["Content-Length"] == "300000")
      #expect(received.headers["Content-Type"] == "image/jpeg")
    }
  }

  @Test("Of unknown length go out in chunks, and a type that the request names counts")
  func unknownLength() async throws {
    let body = RequestBody.chunks {
      AsyncStream<Data> {
        $0.yield(Data("abc".utf8)); $0.finish()
      }
    }
    try await withFetcher(.asyncHTTPClient, .ok("")) { fetcher, upstream in
      var request = request(upstream.url, body, method: .put)
      request.fields["Content-Type"] = "text/x"
      _ = try await fetcher.data(for: request).value()
      let received = try await upstream.request(1)
      #expect(received.text == "abc")
      #expect(received.headers["Transfer-Encoding"] == "chunked")
      #expect(received.headers["Content-Type"] == "text/x")
    }
  }

  @Test("Tell how much of them has been taken, each try anew", arguments: Carrier.allCases)
  func progress(_ carrier: Carrier) async throws {
    let told = Events<RunProgress>()
    let body = RequestBody.bytes(Self.photo).reporting { told.record($0) }
    try await withFetcher(
      carrier,
      { $0.retry = RetryPolicy(retries: 1, base: .zero) },
      respond: { $0.number == 1 ? .status(503) : .ok("") },
      { fetcher, upstream in
        _ = try await fetcher.data(for: request(upstream.url, body, method: .put)).value()
        #expect(told.all.allSatisfy { $0.total == 300_000 })
        #expect(told.all.count { $0.completed == 300_000 } == 2)
        #expect(upstream.requests.allSatisfy { Data($0.body) == Self.photo })
      }
    )
  }

  /// A POST that was sent twice bought two things.
  @Test("Are sent once where the method, or the body, can be sent once only", arguments: Carrier.allCases)
  func once(_ carrier: Carrier) async throws {
    let oneTime = RequestBody.chunks(length: 1, isRepeatable: false) {
      AsyncStream<Data> {
        $0.yield(Data("a".utf8)); $0.finish()
      }
    }
    try await withFetcher(carrier, .status(503), { $0.retry = RetryPolicy(retries: 3, base: .zero) }) {
      fetcher,
      upstream in
      let requests = [
        request(upstream.url, .bytes(Data("a".utf8))), request(upstream.url, oneTime, method: .put),
      ]
      for (number, request) in requests.enumerated() {
        let error = await fetcher.data(for: request).outcome().fetchError
        #expect(error?.cause == .status(503, retryAfter: nil))
        #expect(upstream.requestCount == number + 1)
      }
    }
  }

  /// It was lost on its way through AsyncHTTPClient.
  @Test("Fail the load with the error of their chunks", arguments: Carrier.allCases)
  func failure(_ carrier: Carrier) async throws {
    struct Torn: Error {}
    let body = RequestBody.chunks(length: 9) {
      AsyncThrowingStream<Data, any Error> {
        $0.yield(Data("abc".utf8))
        $0.finish(throwing: Torn())
      }
    }
    try await withFetcher(carrier, .ok("")) { fetcher, upstream in
      let outcome = await fetcher.data(for: request(upstream.url, body)).outcome()
      #expect(throws: Torn.self) { try outcome.get() }
    }
  }

  /// URLSession never looked at the length: the server was sent another body than the one that was meant.
  @Test("Longer or shorter than they said they are not sent", arguments: Carrier.allCases, [2, 4] as [Int64])
  func otherLength(_ carrier: Carrier, _ length: Int64) async throws {
    let body = RequestBody.chunks(length: length) {
      AsyncStream<Data> {
        $0.yield(Data("abc".utf8)); $0.finish()
      }
    }
    try await withFetcher(carrier, .ok("")) { fetcher, upstream in
      let error = await fetcher.data(for: request(upstream.url, body)).outcome().fetchError
      #expect(error == FetchError(upstream.url, .transport(reason: RequestBody.otherLength)))
      #expect(upstream.requestCount == 0)
    }
  }

  // MARK: Cancellation

  /// AsyncHTTPClient never let go of it: a stream that had nothing to send was waited for as long as the program ran.
  @Test("Are let go of with their load, also while they wait for the next piece", arguments: Carrier.allCases)
  func letGo(_ carrier: Carrier) async throws {
    let (made, gone) = (Gate(), Gate())
    let body = RequestBody.chunks {
      AsyncStream<Data> { stream in
        stream.onTermination = { _ in gone.open() }
        stream.yield(Data("abc".utf8))
        made.open()
      }
    }
    try await withFetcher(carrier, .ok("")) { fetcher, upstream in
      let run = fetcher.data(for: request(upstream.url, body)).run()
      try await made.wait()
      if carrier == .asyncHTTPClient { try await upstream.contentBytesReceived(atLeast: 3) }
      run.cancel()
      try await gone.wait()
    }
  }

  /// A chunk that is on its way and takes no notice of a cancellation, as one of a file.
  private struct HeldChunk: AsyncSequence {
    let asked = Gate()
    let mayCome = Gate()
    let gone = Gate()

    func makeAsyncIterator() -> Iterator { Iterator(chunk: self, end: End(gone: gone)) }

    struct Iterator: AsyncIteratorProtocol {
      let chunk: HeldChunk
      let end: End

      mutating func next() async throws -> Data? {
        chunk.asked.open()
        try await Task { [chunk] in try await chunk.mayCome.wait() }.value
        return Data("abc".utf8)
      }
    }

    final class End: Sendable {
      let gone: Gate
      init(gone: Gate) { self.gone = gone }
      deinit { gone.open() }
    }
  }

  /// It was told into the next try, or when the load had its outcome.
  @Test("Tell nothing of a piece that comes when the load is over", arguments: Carrier.allCases)
  func toldTooLate(_ carrier: Carrier) async throws {
    let (chunk, told) = (HeldChunk(), Events<RunProgress>())
    let body = RequestBody.chunks { chunk }.reporting { told.record($0) }
    try await withFetcher(carrier, .ok("")) { fetcher, upstream in
      let run = fetcher.data(for: request(upstream.url, body)).run()
      try await chunk.asked.wait()
      run.cancel()
      #expect(await run.settled.isCancelled)
      chunk.mayCome.open()
      try await chunk.gone.wait()
      #expect(told.all.isEmpty)
    }
  }

  @Test("A file that is not there is told when the body is made; one that has gone, when it is sent")
  func missingFile() async throws {
    let folder = try TemporaryFolder()
    #expect(throws: FileFailure.self) { try RequestBody.file(folder.path + "/none") }
    #expect(throws: FileFailure.unreadable(folder.path, reason: "Is a directory")) {
      try RequestBody.file(folder.path)
    }
    // That was called a folder.
    let reason = "it is a device, a pipe or a socket, whose length nobody knows"
    #expect(throws: FileFailure.unreadable("/dev/null", reason: reason)) { try RequestBody.file("/dev/null") }
    try folder.put("here", in: "a")
    let body = try RequestBody.file(folder.path + "/a")
    try FileManager.default.removeItem(atPath: folder.path + "/a")
    await #expect(throws: FileFailure.self) {
      for try await _ in body.makeChunks() {}
    }
  }

  @Test("URLSession is given no more than its limit, and says so before anything is sent")
  func tooLargeForURLSession() async throws {
    try await withUpstream(respond: { _ in .ok("") }) { upstream in
      let transport = URLSessionTransport(addressGuard: AddressGuard(allowsPrivate: true), bufferLimit: 1_000)
      let error = await Fetcher(transport: transport)
        .data(for: request(upstream.url, .bytes(Self.photo))).outcome().fetchError
      #expect(error?.kind == "invalidRequest")
      #expect(upstream.requestCount == 0)
    }
  }

  // MARK: Redirects

  @Test(
    "Go along where the method stays, and not where it becomes a GET",
    arguments: [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")],
    Carrier.allCases
  )
  func redirects(_ kind: (status: Int, method: String), _ carrier: Carrier) async throws {
    try await withFetcher(
      carrier,
      respond: { $0.path == "/old" ? .redirect(to: "/new", status: kind.status) : .ok("") },
      { fetcher, upstream in
        _ = try await fetcher.data(for: request(upstream.url("/old"), .bytes(Data("abc".utf8)))).value()
        let received = try await upstream.request(2)
        #expect(received.method == kind.method)
        #expect(received.text == (kind.method == "POST" ? "abc" : ""))
        #expect((received.headers["Content-Type"] != nil) == (kind.method == "POST"))
      }
    )
  }

  @Test("That can be sent once only are not taken along")
  func redirectOnce() async throws {
    let body = RequestBody.chunks(length: 1, isRepeatable: false) {
      AsyncStream<Data> {
        $0.yield(Data("a".utf8)); $0.finish()
      }
    }
    try await withFetcher(.asyncHTTPClient, .redirect(to: "/new", status: 307)) { fetcher, upstream in
      let error = await fetcher.data(for: request(upstream.url, body)).outcome().fetchError
      #expect(error?.kind == "badRedirect")
      #expect(upstream.requestCount == 1)
    }
  }

  // MARK: Mistakes

  @Test(
    "A mistake in a request is told before anything is sent",
    arguments: [
      HTTPFields.Field("Content-Length", "7"), .init("transfer-encoding", "chunked"),
      .init("Connection", "close"), .init("X\r\nY", "1"), .init("", "1"), .init("X", "a\r\nHost: evil"),
      .init("X", "a\u{0}b"), .init("a b", "1"),
    ]
  )
  func mistakes(_ field: HTTPFields.Field) async throws {
    try await withFetcher(.asyncHTTPClient, .ok("")) { fetcher, upstream in
      let request = FetchRequest(upstream.url, fields: HTTPFields([field]))
      #expect(await fetcher.data(for: request).outcome().fetchError?.kind == "invalidRequest")
      #expect(upstream.requestCount == 0)
    }
  }

  @Test("GET and HEAD have no body", arguments: [FetchRequest.Method.get, .head])
  func noBody(_ method: FetchRequest.Method) async throws {
    try await withFetcher(.asyncHTTPClient, .ok("")) { fetcher, upstream in
      let request = request(upstream.url, .bytes(Data("a".utf8)), method: method)
      #expect(await fetcher.data(for: request).outcome().fetchError?.kind == "invalidRequest")
      #expect(upstream.requestCount == 0)
    }
  }
}
