import Errands
import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("A fetcher with a cache, played against the scenarios", .timeLimit(.minutes(1)))
struct CachedLoadScenarioTests {
  /// A fetcher whose cache has the time of the scenario.
  private static func cache(
    _ transport: any Transport,
    _ now: @escaping @Sendable () -> Int64,
    in folder: TemporaryFolder?
  ) -> CacheUnderTest {
    var configuration = Fetcher.Configuration()
    configuration.retry = .never
    configuration.cache = HTTPCache(
      // Without a folder in memory, and with one on the disk alone.
      memoryLimit: folder == nil ? 1 << 20 : 0,
      folder: folder.map { URL(filePath: $0.path + "/cache") },
      diskLimit: 1 << 24,
      maximumAge: .seconds(1 << 33),
      policy: CachePolicy(),
      clock: VirtualClock(),
      now: now
    )
    let fetcher = Fetcher(transport: transport, configuration: configuration)
    return CacheUnderTest(
      fetch: { request in
        do {
          return try await fetcher.data(for: request).value()
        } catch let error as FetchError where error.cause == .notCached {
          throw FetchError(error.url, .status(504, retryAfter: nil))
        }
      },
      // What is renewed is in flight before the load that began it has its answer.
      settle: { try? await Self.settle(fetcher) }
    )
  }

  /// Looks again whenever a run has settled: a load is in flight no longer when those who wait for it hear of it.
  private static func settle(_ fetcher: Fetcher) async throws {
    let settled = Events<Void>()
    let observation = Trace.observe { if case .settled = $0.kind { settled.record(()) } }
    var number = 0
    while fetcher.flights.count > 0 {
      number += 1
      try await settled.event(number)
    }
    observation.cancel()
  }

  @Test("In memory", arguments: CacheScenario.all.filter(\.canBePlayed), Carrier.allCases)
  func inMemory(_ scenario: CacheScenario, _ carrier: Carrier) async throws {
    let deviations = try await scenario.play(carrier: carrier) { Self.cache($0, $1, in: nil) }
    #expect(deviations == [])
  }

  @Test("In a folder", arguments: CacheScenario.all.filter(\.canBePlayed))
  func inFolder(_ scenario: CacheScenario) async throws {
    let folder = try TemporaryFolder()
    let deviations = try await scenario.play { Self.cache($0, $1, in: folder) }
    #expect(deviations == [])
  }
}
