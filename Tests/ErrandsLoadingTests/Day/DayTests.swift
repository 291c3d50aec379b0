import Errands
import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsLoading

/// Limits that hold for an hour may be exceeded in a day: by what is counted twice, or not taken away, by ages and by what is
/// left of loads that were given up.
@Suite("A day in the life of a fetcher, in virtual time", .timeLimit(.minutes(5)))
struct DayTests {
  private static let step: Int64 = 180
  private static let deadline: Int64 = 50
  private static let maximumAge: Int64 = 7_200
  private static let (memoryLimit, diskLimit): (Int64, Int64) = (400_000, 2_000_000)
  private static let (total, waiting) = (8, 10)

  private let clock = VirtualClock()
  private let folder: TemporaryFolder
  private let cache: HTTPCache
  private let admission: Admission
  private let servers: DayServers
  private let fetcher: Fetcher
  private let screen = Scope()

  init() throws {
    folder = try TemporaryFolder()
    let clock = clock
    cache = HTTPCache(
      memoryLimit: Self.memoryLimit,
      folder: URL(filePath: folder.path + "/cache"),
      diskLimit: Self.diskLimit,
      maximumAge: .seconds(Self.maximumAge),
      policy: CachePolicy(),
      clock: clock,
      now: { Self.wall(clock) }
    )
    var limits = Admission.Limits()
    (limits.total, limits.waiting) = (Self.total, Self.waiting)
    for host in DayHost.allCases {
      limits.hosts[host.rawValue] = Admission.HostLimits(
        inFlight: host.inFlight,
        rate: host == .rated ? RateLimit(requests: 6, per: .seconds(60), burst: 3) : nil,
        // Who is slow may be too slow three times in a row, and is asked again all the same.
        breaker: host == .slow ? nil : CircuitBreaker(failures: 3, cooldown: .seconds(60))
      )
    }
    admission = Admission(limits: limits, clock: clock)
    servers = DayServers(clock, total: Self.total)
    var configuration = Fetcher.Configuration()
    configuration.deadline = .seconds(Self.deadline)
    configuration.retry = RetryPolicy(retries: 1, base: .zero)
    configuration.clock = clock
    configuration.cache = cache
    configuration.admission = admission
    fetcher = Fetcher(transport: servers, configuration: configuration)
  }

  @Test("No limit is exceeded at any time, nothing is given that is too old, and in the end nothing is left")
  func day() async throws {
    var (loads, numbers) = (DayLoads(), Seeded(state: 1))
    for number in 0..<86_400 / Self.step {
      try await quickLoads(&loads, &numbers)
      if number % 30 == 0 { try await prefetch(&numbers) }
      let slow = try load(.slow, &numbers)
      let rated = try (0..<Int.random(in: 0...25, using: &numbers)).map { _ in try load(.rated, &numbers) }
      // It is at its server before the time passes: there is always a place for one.
      _ = try await servers.slowRequests.event(Int(number) + 1)
      if number % 7 == 3 { slow.cancel() }
      for _ in 0..<8 {
        clock.advance(by: .seconds(Self.step / 8))
        checkLimits()
      }
      // Their deadline has passed.
      for run in [slow] + rated { loads.count(await run.settled) }
      if number % 16 == 0 { try await checkFolder() }
    }
    loads.check()
    try await checkEnd(loads)
  }

  // MARK: Loads

  private func load(_ host: DayHost, _ numbers: inout Seeded) throws -> Run<FetchedData> {
    fetcher.data(for: try host.request(Int.random(in: 0..<host.pages, using: &numbers))).run()
  }

  /// They need no time.
  private func quickLoads(_ loads: inout DayLoads, _ numbers: inout Seeded) async throws {
    let hosts = [DayHost.news, .shop, .shop, .photos, .photos, .photos]
    let runs = try hosts.map { host in (host, try load(host, &numbers)) }
    for (host, run) in runs {
      let outcome = await run.settled
      loads.count(outcome)
      if case .success(let answer) = outcome { check(answer, host) }
    }
    checkLimits()
  }

  private func prefetch(_ numbers: inout Seeded) async throws {
    let first = Int.random(in: 0..<DayHost.photos.pages - 20, using: &numbers)
    let requests = try (first..<first + 20).map { try DayHost.photos.request($0) }
    try await fetcher.prefetch(requests, in: screen).value
    checkLimits()
  }

  // MARK: Checks

  /// What is given is as it was said a while ago at the most, and has been confirmed since it would have been too old.
  private func check(_ answer: FetchedData, _ host: DayHost) {
    let now = clock.now.offset.components.seconds
    let made = answer.head.fields["X-Made"].flatMap { Int64($0) } ?? 0
    #expect(
      answer.body == host.body(answer.head.url.path, at: made),
      "a body of another page, or of another time"
    )
    // The breaker may be open for a while behind an outage.
    let isOut = host.isOut(at: now) || host.isOut(at: now - 60 - Self.step)
    #expect(now - made <= min(host.freshness ?? 0, Self.maximumAge) + (isOut ? host.tolerance : 0))
    #expect(now - made <= Self.maximumAge)
  }

  private func checkLimits() {
    let statistics = cache.statistics
    #expect((0...Self.memoryLimit).contains(statistics.memory.bytes))
    #expect((0...Self.diskLimit).contains(statistics.disk.bytes))
    #expect(statistics.diskFailure == nil)
    let counts = admission.counts
    #expect((0...Self.total).contains(counts.inFlight) && (0...Self.waiting).contains(counts.waiting))
    for (name, counts) in admission.countsByHost {
      let host = DayHost(rawValue: String(name.dropFirst("https://".count)))
      #expect(counts.inFlight <= host?.inFlight ?? 0, "\(name)")
    }
    #expect(servers.counts.complaints == [])
  }

  /// The files themselves.
  private func checkFolder() async throws {
    await cache.disk?.sweep()
    let files = try cache.disk?.folder.list() ?? []
    #expect(files.reduce(0) { $0 + $1.size } <= Self.diskLimit)
    #expect(files.reduce(0) { $0 + $1.size } == cache.statistics.disk.bytes)
    for file in files {
      // A body's is when the server has last confirmed it.
      if case .body = file.file { #expect(Self.wall(clock) - file.modifiedAt <= Self.maximumAge) }
    }
  }

  /// What was given up may take a moment to leave its place, or the line where it waited for one: the places are held, all
  /// at once, until nobody else has any or wants one.
  private func waitForThoseGivenUp() async throws {
    for _ in 0..<1_000 where admission.counts != .init() || fetcher.flights.count > 0 {
      try await holdAllPlaces()
    }
  }

  private func holdAllPlaces() async throws {
    let urls = try [DayHost.news, .photos].map { try $0.request(0).url }
    var places: [AdmissionPlace] = []
    for number in 0..<Self.total { places.append(try await admission.place(for: urls[number % 2]).value()) }
    for place in places { place.release() }
  }

  private func checkEnd(_ loads: DayLoads) async throws {
    try await waitForThoseGivenUp()
    #expect(admission.counts == .init() && admission.countsByHost == [:])
    #expect(fetcher.flights.count == 0)
    #expect(servers.counts.inFlight.values.allSatisfy { $0 == 0 })
    let statistics = cache.statistics
    #expect(Self.left(statistics.memory) == 0)
    // One that goes while the folder is looked at may be counted as gone twice.
    #expect(Self.left(statistics.disk) >= 0)
    for tier in [statistics.memory, statistics.disk] {
      for reason in [CacheEviction.cost, .replaced] { #expect(tier.evictions[reason, default: 0] > 0) }
    }
    #expect(statistics.disk.evictions[.age, default: 0] > 0)
    #expect(statistics.memory.hits + statistics.disk.hits >= loads.hits)
    #expect(servers.counts.unchanged > 0)
    // All of it is too old by then, and the timers sweep.
    clock.advance(by: .seconds(Self.maximumAge + 1))
    cache.memory.sweep()
    await cache.disk?.sweep()
    #expect(cache.statistics.memory.entries == 0 && cache.statistics.memory.bytes == 0)
    #expect(cache.statistics.disk.entries == 0 && cache.statistics.disk.bytes == 0)
    #expect(try cache.disk?.folder.list() == [])
  }

  /// Entries that were neither stored nor have gone.
  private static func left(_ tier: CacheStatistics.Tier) -> Int {
    Int(tier.entries) - Int(tier.stores) + tier.evictions.values.reduce(0) { $0 + Int($1) }
  }

  /// The wall's time goes with the clock's.
  private static func wall(_ clock: VirtualClock) -> Int64 {
    784_111_777 + clock.now.offset.components.seconds
  }
}

/// How the loads of a day have ended: each of them in one way.
private struct DayLoads {
  private(set) var hits = 0
  private var fetched = 0
  private var tolerated = 0
  private var refused = 0
  private var unavailable = 0
  private var failed = 0
  private var timedOut = 0
  private var cancelled = 0

  mutating func count(_ outcome: Result<FetchedData, any Error>) {
    switch outcome {
    case .success(let answer):
      switch answer.cacheStatus?.source {
      case .hit?: hits += 1
      case .forwarded? where (answer.cacheStatus?.timeToLive ?? 0) < 0: tolerated += 1
      default: fetched += 1
      }
    case .failure(let error as AdmissionError):
      if case .tooManyWaiting = error { refused += 1 } else { unavailable += 1 }
    case .failure(is CancellationError): cancelled += 1
    case .failure(let error as FetchError):
      switch error.cause {
      case .timedOut: timedOut += 1
      case .status(503, _), .connectionLost: failed += 1
      default: Issue.record(error)
      }
    case .failure(let error): Issue.record(error)
    }
  }

  /// Everything that can happen has happened.
  func check() {
    for (count, name) in [
      (hits, "hits"), (fetched, "fetched"), (tolerated, "tolerated"), (refused, "refused"),
      (unavailable, "unavailable"),
      (failed, "failed"), (timedOut, "timed out"), (cancelled, "cancelled"),
    ] { #expect(count > 5, "\(name)") }
  }
}
