import Dispatch
import Errands
import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("The addresses of hosts", .timeLimit(.minutes(1)))
struct HostResolverTests {
  private let addresses: [IPAddress]

  init() throws { addresses = [try #require(IPAddress(bytes: [192, 0, 2, 1]))] }

  /// All names shared a few threads: when as many loads of one that hung had each taken one, no host was found any more.
  @Test("A name that hangs is looked up once for all who ask for it, and holds up no other")
  func hanging() async throws {
    let (mayEnd, asked, addresses) = (DispatchSemaphore(value: 0), Events<String>(), addresses)
    let resolver = HostResolver { host in
      asked.record(host)
      if host.hasPrefix("slow") { mayEnd.wait() }
      return addresses
    }
    let slow = try URL(fetching: "http://slow.test/")
    var waiting: [Task<[IPAddress], any Error>] = []
    for _ in 0..<10 { waiting.append(try await suspendedTask { try await resolver.addresses(of: slow) }) }
    for number in 1...100 {
      let other = try URL(fetching: "http://slow\(number).test/")
      Task { try await resolver.addresses(of: other) }
    }
    _ = try await asked.event(101)
    #expect(try await resolver.addresses(of: try URL(fetching: "http://quick.test/")) == addresses)
    waiting[0].cancel()
    await #expect(throws: CancellationError.self) { try await waiting[0].value }
    for _ in 0..<101 { mayEnd.signal() }
    for task in waiting.dropFirst() { #expect(try await task.value == addresses) }
    #expect(asked.all.count { $0 == "slow.test" } == 1)
    // It is kept for nobody.
    mayEnd.signal()
    #expect(try await resolver.addresses(of: slow) == addresses)
    #expect(asked.all.count { $0 == "slow.test" } == 2)
  }

  @Test("A name that leads nowhere is told to all who ask for it")
  func notFound() async throws {
    let resolver = HostResolver { _ in [] }
    let url = try URL(fetching: "http://nowhere.test/")
    await #expect(throws: FetchError(url, .hostNotFound)) { try await resolver.addresses(of: url) }
  }
}
