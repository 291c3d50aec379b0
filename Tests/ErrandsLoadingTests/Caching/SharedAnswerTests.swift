import Errands
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("Answers as processes share them", .timeLimit(.minutes(1)))
struct SharedAnswerTests {
  private let request: FetchRequest
  private let tier = OpenTier()

  init() throws { request = try cacheRequest("a") }

  /// Sends a request through a tier, to a server that answers "cover".
  @discardableResult
  private func send(_ fields: HTTPFields, use: CacheUse = .usual) async throws -> Duration? {
    var asked = request
    asked.cacheUse = use
    let transport = SharedTransport(over: Server(fields: fields), tier: tier, byteLimit: 1_000)
    let response = try await transport.send(asked)
    var body = Data()
    for try await chunk in response.body { body += chunk }
    #expect(body == Data("cover".utf8))
    return tier.made.withLock { $0.last }?.lifetime
  }

  /// Only the body had a checksum.
  @Test("One that is changed in any bit, cut off at any place, or longer, is none", arguments: [0, 5])
  func damage(_ length: Int) throws {
    let head = cachedHead(request, ["ETag": "\"1\""])
    let whole = SharedAnswer(head: head, body: testBody(length)).encoded
    let read = try #require(SharedAnswer((Data([1, 2, 3]) + whole).dropFirst(3)))
    #expect(read.head == head && read.body == testBody(length))
    for bit in 0..<whole.count * 8 {
      var changed = whole
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(SharedAnswer(changed) == nil)
    }
    for length in 0..<whole.count { #expect(SharedAnswer(whole.prefix(length)) == nil) }
    #expect(SharedAnswer(whole + [0]) == nil)
    #expect(SharedAnswer(Data([0]) + whole) == nil)
  }

  /// They were given to other processes without a word to their server.
  @Test(
    "One whose server wants to be asked each time is not kept",
    arguments: [("no-cache, max-age=60", 0), ("no-cache", 0), ("max-age=60", 60)]
  )
  func noCache(_ caching: String, _ seconds: Int) async throws {
    let fields: HTTPFields = ["Cache-Control": caching, "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"]
    #expect(try await send(fields) == .seconds(seconds))
  }

  /// A transport whose connection was closed gave a shorter body, without an error, and all were given it for a minute.
  @Test("One whose body is not as long as its head says is not kept", arguments: [("6", 0), ("5", 60)])
  func length(_ told: String, _ seconds: Int) async throws {
    #expect(try await send(["Cache-Control": "max-age=60", "Content-Length": told]) == .seconds(seconds))
  }

  /// A reload was answered with what it was to replace.
  @Test("A request for what the server says now goes past the tier", arguments: CacheUse.allCases)
  func uses(_ use: CacheUse) async throws {
    try await send(["Cache-Control": "max-age=60"], use: use)
    #expect(tier.made.withLock { $0.isEmpty } == (use == .reload || use == .none))
  }
}

/// Makes everything anew, and knows for how long it might be kept.
private final class OpenTier: SharedTier {
  let made = Lock<[SharedValue]>([])

  func value(for key: String, make: Errand<SharedValue>) -> Errand<Data> {
    make.map { value in
      self.made.withLock { $0.append(value) }
      return value.data
    }
  }

  func purge(_ part: CachePart) -> Errand<Void> { .success(()) }
  func attach(_ cache: HTTPCache) async {}
}

private struct Server: Transport {
  let fields: HTTPFields

  func send(_ request: FetchRequest) async throws -> TransportResponse {
    let head = FetchHead(url: request.url, status: 200, fields: fields)
    return TransportResponse(head: head, body: TransportBody(Data("cover".utf8)))
  }
}
