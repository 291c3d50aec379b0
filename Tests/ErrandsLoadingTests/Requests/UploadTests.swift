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

  @Test("Fail the load with the error of their chunks")
  func failure() async throws {
    struct Torn: Error {}
    let body = RequestBody.chunks(length: 9) {
      AsyncThrowingStream<Data, any Error> {
        $0.yield(Data("abc".utf8))
        $0.finish(throwing: Torn())
      }
    }
    try await withFetcher(.asyncHTTPClient, .ok("")) { fetcher, upstream in
      let outcome = await fetcher.data(for: request(upstream.url, body)).outcome()
      #expect(throws: (any Error).self) { try outcome.get() }
    }
  }

  @Test("A file that is not there is told when the body is made; one that has gone, when it is sent")
  func missingFile() async throws {
    let folder = try TemporaryFolder()
    #expect(throws: FileFailure.self) { try RequestBody.file(folder.path + "/none") }
    #expect(throws: FileFailure.self) { try RequestBody.file(folder.path) }
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
