import ErrandsAsyncHTTPClient
import ErrandsLoading
import ErrandsUpstream
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Attacks on the program as it is installed, with nothing allowed that is not by default.
@Suite("gallery serve, attacked", .timeLimit(.minutes(2)))
struct AttackTests {
  private struct Batch: Decodable {
    struct Member: Decodable {
      let url: String
      let status: String
      let error: String?
    }

    let members: [Member]
  }

  private let client = AsyncHTTPClientTransport.unguarded()

  private func withServer(_ test: (_ address: String) async throws -> Void) async throws {
    let program = try Program(["serve", "--port", "0", "--json"])
    try await test(try await program.listening())
    program.terminate()
    #expect(try await program.exitCode() == 0)
  }

  /// What became of each address of a batch, once it has ended.
  private func load(_ urls: [String], from address: String) async throws -> [Batch.Member] {
    let events = try await client.send(FetchRequest(address: address + "/api/events?topics=photos"))
    var request = URLRequest(url: try #require(URL(string: address + "/api/photos")))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try JSONEncoder().encode(["urls": urls])
    let (data, _) = try await URLSession.shared.data(for: request)
    let id = try #require(try JSONDecoder().decode([String: String].self, from: data)["batch"])
    var told = ""
    for try await chunk in events.body {
      told += String(decoding: chunk, as: UTF8.self)
      if told.contains("event: photos-done") { break }
    }
    let answer = try await client.send(FetchRequest(address: "\(address)/api/photos/\(id)"))
    var body = Data()
    for try await chunk in answer.body { body.append(chunk) }
    return try JSONDecoder().decode(Batch.self, from: body).members
  }

  /// The sentences told which ports of this machine are open, and which of them are secure.
  @Test("Nobody has it look which ports are open on its machine")
  func portScan() async throws {
    let open = try await ScriptedUpstream.start(host: "::") { _ in .ok("secret") }
    let closed = try await ScriptedUpstream.start { _ in .ok("") }
    await closed.stop()
    let hosts = [
      "127.0.0.1", "127.1", "2130706433", "0x7f.1", "0177.0.0.1", "0", "localhost", "LOCALHOST", "[::1]",
      "[::]",
      "[::ffff:127.0.0.1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]",
    ]
    let urls = hosts.flatMap { host in
      [open.port, closed.port].flatMap { ["http://\(host):\($0)/", "https://\(host):\($0)/"] }
    }
    try await withServer { address in
      let members = try await load(urls, from: address)
      #expect(members.count == urls.count && members.allSatisfy { $0.status == "failed" })
      for host in hosts {
        let ofHost = members.filter { $0.url.contains("//\(host):") }
        let sentences = Set(ofHost.map { $0.error?.replacing($0.url, with: "it") })
        #expect(ofHost.count == 4 && sentences.count == 1, "\(host): \(sentences)")
        #expect(
          sentences.first??.contains("an address on this machine or in a private network") == true,
          "\(host)"
        )
      }
    }
    #expect(open.connectionsAccepted == 0)
    await open.stop()
  }

  @Test("Pictures are fetched from no address that the server has not signed")
  func forgedSignature() async throws {
    let inner = try await ScriptedUpstream.start { _ in .ok("secret") }
    let target = Data(inner.url.absoluteString.utf8).base64EncodedString()
    try await withServer { address in
      for signature in ["", "x", String(repeating: "A", count: 43)] {
        let answer = try await client.send(FetchRequest(address: "\(address)/image/\(signature)/\(target)"))
        #expect([403, 404].contains(answer.head.status))
      }
    }
    #expect(inner.connectionsAccepted == 0)
    await inner.stop()
  }
}
