import Errands
import ErrandsLoading
import ErrandsTesting
import Foundation
import Testing

@testable import GalleryServer

@Suite("Pictures that are whole")
struct WholePicturesTests {
  private static let whole = Data([0xFF, 0xD8, 0xFF, 0xDA, 1, 2, 3, 0xFF, 0xD9])
  private static let half = whole.prefix(5)

  /// Answers with one body after the other, in chunks of two bytes.
  private struct Server: Transport {
    let bodies: [Data]
    var status = 200
    let asked = Events<String>()

    func send(_ request: FetchRequest) async throws -> TransportResponse {
      asked.record(request.fields["Range"] ?? "all")
      let body = bodies[min(asked.count, bodies.count) - 1]
      let head = FetchHead(
        url: request.url,
        status: status,
        fields: ["Content-Length": "\(body.count)", "ETag": "\"1\"", "Cache-Control": "max-age=60"]
      )
      let chunks = stride(from: 0, to: body.count, by: 2).map { body.dropFirst($0).prefix(2) }
      return TransportResponse(
        head: head,
        body: TransportBody(
          AsyncStream { continuation in
            for chunk in chunks { continuation.yield(Data(chunk)) }
            continuation.finish()
          }
        )
      )
    }
  }

  private func request(_ method: FetchRequest.Method = .get) throws -> FetchRequest {
    var request = try FetchRequest(address: "http://upstream.invalid/1.jpg")
    request.method = method
    return request
  }

  private func body(of server: Server, _ request: FetchRequest) async throws -> Data {
    var bytes = Data()
    for try await chunk in try await WholePictures(over: server).send(request).body { bytes.append(chunk) }
    return bytes
  }

  @Test("come as they are, and so does what is no picture, or no answer with a whole one")
  func untouched() async throws {
    for body in [Self.whole, Data(), Data("{\"half\":".utf8), Data([0xFF])] {
      #expect(try await self.body(of: Server(bodies: [body]), request()) == body)
    }
    for status in [206, 404, 500] {
      #expect(try await body(of: Server(bodies: [Self.half], status: status), request()) == Self.half)
    }
    #expect(try await body(of: Server(bodies: [Self.half]), request(.post)) == Self.half)
  }

  /// In forty minutes of bad weather fifty pictures were halves, for as long as they were fresh.
  @Test("A part that is said to be all counts as broken off")
  func half() async throws {
    let error = await #expect(throws: FetchError.self) {
      try await body(of: Server(bodies: [Self.half]), request())
    }
    #expect(error?.cause == .truncated(received: 5, expected: nil))
    #expect(error?.isTransient == true)
  }

  @Test("It is loaded again, and what is kept is the whole")
  func again() async throws {
    let server = Server(bodies: [Self.half, Self.whole, Self.whole])
    var configuration = Fetcher.Configuration()
    configuration.cache = HTTPCache()
    configuration.retry = RetryPolicy(retries: 3, base: .zero)
    let fetcher = Fetcher(transport: WholePictures(over: server), configuration: configuration)
    for _ in 0..<2 {
      let answer = try await fetcher.data(for: request()).value()
      #expect(answer.body == Self.whole)
    }
    #expect(server.asked.all == ["all", "bytes=5-"])
  }

  @Test("Where there is no more than a part, nothing is kept")
  func never() async throws {
    let server = Server(bodies: [Self.half])
    var configuration = Fetcher.Configuration()
    let cache = HTTPCache()
    configuration.cache = cache
    configuration.retry = .never
    let fetcher = Fetcher(transport: WholePictures(over: server), configuration: configuration)
    for _ in 0..<2 {
      await #expect(throws: FetchError.self) { try await fetcher.data(for: request()).value() }
    }
    #expect(server.asked.count == 2)
    #expect(cache.statistics.memory.entries == 0)
  }
}
