import Foundation
import Testing

@testable import ErrandsLoading

@Suite("A cache of one's own", .timeLimit(.minutes(1)))
struct CacheScenarioTests {
  private static let played = CacheScenario.all.filter(\.canBePlayed)

  @Test("The policy does what the scenarios tell", arguments: played)
  func policy(_ scenario: CacheScenario) async throws {
    let deviations = try await scenario.play { transport, now in
      let cache = PolicyCache(transport: transport, now: now)
      return CacheUnderTest(fetch: { try await cache.fetch($0) }, settle: { await cache.settle() })
    }
    #expect(deviations == [])
  }

  @Test("Every scenario has a name of its own, and more than one exchange")
  func table() {
    #expect(Set(CacheScenario.all.map(\.name)).count == CacheScenario.all.count)
    #expect(CacheScenario.all.allSatisfy { $0.exchanges.count > 1 })
    #expect(Self.played.count >= 60)
  }

  @Test("What is said of the public suite's cases is said of scenarios that there are, and once of each case")
  func suite() {
    #expect(Set(CacheScenario.suiteCases.keys).isSubset(of: CacheScenario.all.map(\.name)))
    let cases = CacheScenario.all.flatMap(\.suiteCases) + CacheScenario.otherSuiteCases.values.joined()
    #expect(cases.count == Set(cases).count)
    #expect(cases.count > 80)
  }

  /// A table that no cache could fail would prove nothing of the one that passes it.
  @Test("A cache that keeps nothing fails each scenario that uses what is kept")
  func nothingKept() async throws {
    for scenario in Self.played where scenario.usesWhatIsKept {
      let deviations = try await scenario.play { transport, _ in
        CacheUnderTest { try await Self.fetch($0, over: transport) }
      }
      #expect(!deviations.isEmpty, "\(scenario.name)")
    }
  }

  @Test("A cache that keeps everything for ever fails each scenario that asks again")
  func allKept() async throws {
    for scenario in Self.played where scenario.asksAgain {
      let deviations = try await scenario.play { transport, _ in
        let cache = EternalCache(transport: transport)
        return CacheUnderTest { try await cache.fetch($0) }
      }
      #expect(!deviations.isEmpty, "\(scenario.name)")
    }
  }

  private actor EternalCache {
    let transport: any Transport
    private var kept: [URL: FetchedData] = [:]

    init(transport: any Transport) { self.transport = transport }

    func fetch(_ request: FetchRequest) async throws -> FetchedData {
      if let data = kept[request.url] { return data }
      let data = try await CacheScenarioTests.fetch(request, over: transport)
      kept[request.url] = data
      return data
    }
  }

  private static func fetch(_ request: FetchRequest, over transport: any Transport) async throws
    -> FetchedData
  {
    let response = try await transport.send(request)
    guard (200..<300).contains(response.head.status) else {
      throw FetchError(request.url, .status(response.head.status, retryAfter: nil))
    }
    let body = try await response.body.reduce(into: Data()) { $0 += $1 }
    return FetchedData(head: response.head, body: body)
  }
}

extension CacheScenario {
  /// Whether a cache that never keeps anything does it wrong.
  fileprivate var usesWhatIsKept: Bool {
    exchanges.contains { exchange in
      switch exchange.origin {
      case .isNotAsked, .answersMeanwhile: true
      case .answers(let answer, _): answer.status == 304
      }
    }
  }

  /// Whether a cache that never asks twice does it wrong: the first answer was one that such a cache keeps.
  fileprivate var asksAgain: Bool {
    guard case .body? = exchanges.first?.result else { return false }
    return exchanges.dropFirst().contains { exchange in
      if case .isNotAsked = exchange.origin { return false }
      return exchange.path == exchanges.first?.path
    }
  }
}
