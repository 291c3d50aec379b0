import Errands
import ErrandsAsyncHTTPClient
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("Compressed bodies", .timeLimit(.minutes(1)))
struct CompressionTests {
  /// “hello, hello, hello”.
  private static let greeting = "H4sIAAAAAAACA8tIzcnJ11HIQKIAn6HKCRMAAAA="
  /// 300,000 zeros in 325 bytes, 923 times as much.
  private static let bomb =
    "H4sIAAAAAAACA+3BAQ0AAADCoPdPbQ8HFAAA" + String(repeating: "A", count: 384) + "/Bj74rL24JMEAA=="

  private func script(_ text: String) throws -> Script {
    let bytes = try #require(Data(base64Encoded: text))
    return .ok(Array(bytes), headers: ["Content-Encoding": "gzip"])
  }

  private func fetcher(_ change: (inout AsyncHTTPClientTransport.Configuration) -> Void = { _ in }) -> Fetcher
  {
    var transport = AsyncHTTPClientTransport.Configuration()
    transport.addressGuard.allowsPrivate = true
    change(&transport)
    var configuration = Fetcher.Configuration()
    configuration.retry = .never
    return Fetcher(
      transport: AsyncHTTPClientTransport(configuration: transport),
      configuration: configuration
    )
  }

  @Test("Are asked for, and read")
  func read() async throws {
    let script = try script(Self.greeting)
    try await withUpstream(respond: { _ in script }) { upstream in
      let answer = try await fetcher().data(for: FetchRequest(upstream.url)).value()
      #expect(answer.body == Data("hello, hello, hello".utf8))
      #expect(try await upstream.request(1).headers["Accept-Encoding"] == "gzip, deflate")
    }
  }

  @Test("Are neither asked for nor read where that is turned off, or the request says otherwise")
  func turnedOff() async throws {
    try await withUpstream(respond: { _ in .ok("plain") }) { upstream in
      let plain = fetcher { $0.decompressionRatio = nil }
      _ = try await plain.data(for: FetchRequest(upstream.url)).value()
      #expect(try await upstream.request(1).headers["Accept-Encoding"] == nil)
      let identity = FetchRequest(upstream.url, fields: ["Accept-Encoding": "identity"])
      _ = try await fetcher().data(for: identity).value()
      #expect(try await upstream.request(2).headers["Accept-Encoding"] == "identity")
      let part = FetchRequest(upstream.url, fields: ["Range": "bytes=0-"])
      _ = try await fetcher().data(for: part).value()
      #expect(try await upstream.request(3).headers["Accept-Encoding"] == "identity")
    }
  }

  /// An archive that a server says is coded was unpacked on its way to the disk, and had not the digest that it has to have.
  @Test("Stay as they are in a file, and wherever that is asked for", arguments: ["gzip", "x-gzip"])
  func asTheyAre(_ coding: String) async throws {
    let folder = try TemporaryFolder()
    let bytes = try #require(Data(base64Encoded: Self.greeting))
    let script = Script.ok(Array(bytes), headers: ["Content-Encoding": coding])
    try await withUpstream(respond: { _ in script }) { upstream in
      let fetcher = fetcher()
      let file = try await fetcher.download(FetchRequest(upstream.url), to: folder.destination("a.tar.gz"))
        .value()
      #expect(folder.content(of: "a.tar.gz") == bytes)
      #expect(file.head.fields.values(of: "Content-Encoding") == [coding])
      let identity = FetchRequest(upstream.url, fields: ["Accept-Encoding": "identity"])
      #expect(try await fetcher.data(for: identity).value().body == bytes)
      // On the same connection.
      #expect(try await fetcher.data(for: FetchRequest(upstream.url)).value().text == "hello, hello, hello")
      // Asked for by the transport, that the rest of a body may fit.
      let part = FetchRequest(upstream.url, fields: ["Range": "bytes=0-"])
      #expect(try await fetcher.data(for: part).value().text == "hello, hello, hello")
      #expect(upstream.connectionsAccepted == 1)
    }
  }

  /// Some hundred bytes became as much as there was memory; and when that had been stopped, the error was a word of a library's.
  @Test("That grow beyond their ratio are stopped")
  func bomb() async throws {
    let script = try script(Self.bomb)
    try await withUpstream(respond: { _ in script }) { upstream in
      let error = await fetcher().data(for: FetchRequest(upstream.url)).outcome().fetchError
      #expect(error == FetchError(upstream.url, .tooCompressed))
      #expect(
        error?.description.hasSuffix("raise the transport's decompressionRatio if you trust it.") == true
      )
      let whole = try await fetcher { $0.decompressionRatio = 2_000 }
        .data(for: FetchRequest(upstream.url)).value()
      #expect(whole.body == Data(count: 300_000))
    }
  }

  @Test("Count against the limit of bytes as they are read, and not as they came")
  func limit() async throws {
    let script = try script(Self.bomb)
    try await withUpstream(respond: { _ in script }) { upstream in
      var transport = AsyncHTTPClientTransport.Configuration()
      transport.addressGuard.allowsPrivate = true
      transport.decompressionRatio = 2_000
      var configuration = Fetcher.Configuration()
      configuration.byteLimit = 1_000
      let fetcher = Fetcher(
        transport: AsyncHTTPClientTransport(configuration: transport),
        configuration: configuration
      )
      let error = await fetcher.data(for: FetchRequest(upstream.url)).outcome().fetchError
      #expect(error?.cause == .tooLarge(limit: 1_000))
    }
  }
}
