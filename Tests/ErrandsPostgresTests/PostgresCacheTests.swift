import Errands
import ErrandsLoading
import ErrandsPostgres
import ErrandsTesting
import Foundation
import Testing

@Suite("A cache that several servers share", .timeLimit(.minutes(2)))
struct PostgresCacheTests {
  @Test("What is asked for by three hundred runs over three servers is made once, and each has it")
  func once() async throws {
    let caches = try await PostgresCache.several(3)
    let made = Events<Data>()
    let gate = Gate()
    let make = making(Data("cover".utf8), made, gate)
    let runs = (0..<300).map { caches[$0 % 3].value(for: "cover", make: make).run() }
    _ = try await made.event(1)
    gate.open()
    for run in runs { #expect(try await run.value == Data("cover".utf8)) }
    #expect(made.count == 1)
    for cache in caches {
      #expect(try await cache.value(for: "cover", make: make).value() == Data("cover".utf8))
      #expect(try await cache.value(for: "cover").value() == Data("cover".utf8))
    }
    #expect(made.count == 1)
  }

  @Test("A hundred things are made a hundred times")
  func hundred() async throws {
    let caches = try await PostgresCache.several(3)
    let made = Events<Data>()
    let runs = (0..<300).map { number in
      caches[number % 3].value(
        for: "cover \(number % 100)",
        make: making(Data("\(number % 100)".utf8), made)
      ).run()
    }
    for (number, run) in runs.enumerated() { #expect(try await run.value == Data("\(number % 100)".utf8)) }
    #expect(made.count == 100)
  }

  @Test("Where the server that makes something dies, another makes it when the lease has run out")
  func death() async throws {
    let caches = try await PostgresCache.several(1)
    let pool = PostgresPool(caches[0].address)
    // One that has taken the lease, and says nothing any more.
    _ = try await pool.work { database in
      try database.execute(
        "INSERT INTO errands_cache_lease VALUES ('cover', 'dead', extract(epoch FROM clock_timestamp()) + 0.3)"
      ).count
    }.value()
    let cover = try await caches[0].value(for: "cover", make: .success(Data([1]))).value()
    #expect(cover == Data([1]))
  }

  /// Nobody else asks for it: on a busy machine a lease as short as this one runs out between two renewals, and would be another's.
  @Test("A server that lives renews its lease, however long it makes something", arguments: [false, true])
  func renewed(_ isLater: Bool) async throws {
    let caches = try await PostgresCache.several(1) { $0.lease = .milliseconds(300) }
    if isLater {
      // The renewing that has begun with the first lease has ended with it.
      let ends = Events<String>()
      let observation = Trace.observe { event in
        if event.name == "leases", case .settled = event.kind { ends.record(event.name) }
      }
      _ = try await caches[0].value(for: "other", make: .success(Data([3]))).value()
      _ = try await ends.event(1)
      withExtendedLifetime(observation) {}
    }
    let made = Events<Data>()
    let gate = Gate()
    let first = caches[0].value(for: "cover", make: making(Data([1]), made, gate)).run()
    _ = try await made.event(1)
    // As many renewals as three leases take.
    let pool = PostgresPool(caches[0].address)
    var (until, renewals) = (0.0, 0)
    while renewals < 9 {
      let now = try await pool.work { database -> Double in
        let row = try database.execute("SELECT until FROM errands_cache_lease").first
        return try #require(row).value("until", as: Double.self)
      }.value()
      if now > until { (until, renewals) = (now, renewals + 1) }
    }
    gate.open()
    #expect(try await first.value == Data([1]))
    #expect(made.count == 1)
  }

  @Test("What was made by another while it was asked for is not made again")
  func meanwhile() async throws {
    let caches = try await PostgresCache.several(1)
    let pool = PostgresPool(caches[0].address)
    _ = try await pool.work {
      try $0.execute("INSERT INTO errands_cache_lease VALUES ('cover', 'other', 'infinity')").count
    }.value()
    let (begun, gate) = (Events<Int>(), DispatchSemaphore(value: 0))
    let finishing = pool.work { database in
      try database.script(
        """
        BEGIN;
        DELETE FROM errands_cache_lease;
        INSERT INTO errands_cache VALUES ('cover', '\\x01', 1, NULL, 0);
        """
      )
      begun.record(1)
      gate.wait()
      try database.script("COMMIT")
    }.run()
    _ = try await begun.event(1)
    let asking = caches[0].value(for: "cover", make: .success(Data([2]))).run()
    // It has found nothing, and waits for what becomes of the lease.
    let waiting = PostgresPool(caches[0].address)
    while try await waiting.number("SELECT count(*) AS number FROM pg_locks WHERE NOT granted") == 0 {}
    gate.signal()
    #expect(try await asking.value == Data([1]))
    try await finishing.value
  }

  @Test("What fails is told to those that wait in the same server; the others try for themselves")
  func failing() async throws {
    struct Broken: Error {}
    let caches = try await PostgresCache.several(2)
    let made = Events<Data>()
    let gate = Gate()
    let failing = making(Data(), made, gate).map { _ -> Data in throw Broken() }
    let first = (0..<2).map { _ in caches[0].value(for: "cover", make: failing).run() }
    _ = try await made.event(1)
    let other = caches[1].value(for: "cover", make: .success(Data([2]))).run()
    let pool = PostgresPool(caches[0].address)
    while try await pool.number("SELECT count(*) AS number FROM errands_cache_lease WHERE is_awaited") == 0 {}
    gate.open()
    for run in first { await #expect(throws: Broken.self) { try await run.value } }
    #expect(try await other.value == Data([2]))
    #expect(made.count == 1)
  }

  /// Each waited for the failures of all before it.
  @Test("Where one fails, all others that wait for it try at once")
  func failingAtOnce() async throws {
    struct Broken: Error {}
    let caches = try await PostgresCache.several(3)
    let (made, others) = (Events<Data>(), Events<Data>())
    let gates = [Gate(), Gate()]
    let failing = making(Data(), made, gates[0]).map { _ -> Data in throw Broken() }
    let first = caches[0].value(for: "cover", make: failing).run()
    _ = try await made.event(1)
    let waiting = caches[1...].map {
      $0.value(for: "cover", make: making(Data([2]), others, gates[1])).run()
    }
    let pool = PostgresPool(caches[0].address)
    while try await pool.number("SELECT count(*) AS number FROM errands_cache_lease WHERE is_awaited") == 0 {}
    gates[0].open()
    await #expect(throws: Broken.self) { try await first.value }
    _ = try await others.event(2)
    gates[1].open()
    for run in waiting { #expect(try await run.value == Data([2])) }
  }

  @Test("One that does not wait any more leaves the work to the others")
  func cancelled() async throws {
    let caches = try await PostgresCache.several(2)
    let made = Events<Data>()
    let gate = Gate()
    let make = making(Data([1]), made, gate)
    let impatient = caches[0].value(for: "cover", make: make).run()
    _ = try await made.event(1)
    let patient = caches[1].value(for: "cover", make: make).run()
    impatient.cancel()
    _ = try await made.event(2)
    gate.open()
    #expect(try await patient.value == Data([1]))
  }

  @Test("No more bytes are kept than are allowed, and what was read lately stays")
  func limit() async throws {
    let caches = try await PostgresCache.several(2) { $0.byteLimit = 4_000 }
    for number in 0..<100 {
      try await caches[number % 2].store(Data(count: 100), for: "\(number)").value()
      #expect(try await caches[0].statistics.value().bytes <= 4_000)
    }
    for number in 80..<100 {
      #expect(try await caches[0].value(for: "\(number)").value() != nil, "\(number)")
    }
    #expect(try await caches[0].value(for: "0").value() == nil)
    // What was there before is not what is there now.
    try await caches[0].store(Data(count: 10), for: "large").value()
    try await caches[0].store(Data(count: 1_001), for: "large").value()
    #expect(try await caches[0].value(for: "large").value() == nil, "it would drive out too many others")
    #expect(try await caches[0].statistics.value().bytes <= 4_000)
  }

  @Test("Nor are there more of what was made than are allowed, beside what was stored")
  func limitOfMade() async throws {
    let caches = try await PostgresCache.several(2) { $0.byteLimit = 4_000 }
    _ = try await caches[0].value(for: "large", make: .success(Data(count: 1_001))).value()
    #expect(try await caches[0].value(for: "large").value() == nil)
    for number in 0..<100 {
      let made = Errand<Data>.success(Data(count: 100))
      _ = try await caches[number % 2].value(for: "\(number)", make: made).value()
      #expect(try await caches[0].statistics.value().bytes <= 4_000)
    }
    for number in 80..<100 {
      #expect(try await caches[0].value(for: "\(number)").value() != nil, "\(number)")
    }
  }

  // What was counted outlived what a crash had taken: from then on a handful was kept.
  @Test("Behind a crash of the database as much is kept as before", arguments: [5, 100])
  func crash(_ before: Int) async throws {
    let caches = try await PostgresCache.several(1) { $0.byteLimit = 10_000 }
    func make(_ name: String, _ count: Int) async throws {
      for number in 0..<count {
        let made = Errand<Data>.success(Data(count: 100))
        _ = try await caches[0].value(for: "\(name) \(number)", make: made).value()
      }
    }
    try await make("old", before)
    let pool = PostgresPool(caches[0].address)
    let unlogged = try await pool.work { database in
      try database.execute(
        "SELECT relname FROM pg_class WHERE relkind = 'r' AND relpersistence = 'u' AND relname LIKE 'errands_cache%'"
      ).map { try $0.value("relname", as: String.self) }
    }.value()
    _ = try await pool.work { try $0.script("TRUNCATE \(unlogged.joined(separator: ","))") }.value()
    try await make("new", 99)
    #expect(try await caches[0].statistics.value() == (entries: 99, bytes: 9_900))
    #expect(try await pool.number("SELECT bytes AS number FROM errands_cache_size") == 9_900)
    #expect(try await caches[0].remove(prefix: "").value() == 99)
    #expect(try await pool.number("SELECT bytes AS number FROM errands_cache_size") == 0)
  }

  // Nobody is told of what nobody waits for, and so it has to be known that somebody does.
  @Test("One that waits is told at once that it was made, and the lease is given back")
  func told() async throws {
    let caches = try await PostgresCache.several(2) { $0.lease = .seconds(3_600) }
    let made = Events<Data>()
    let gate = Gate()
    let waits = Events<String>()
    let observation = Trace.observe { if $0.name == "another server" { waits.record($0.name) } }
    let first = caches[0].value(for: "cover", make: making(Data([1]), made, gate)).run()
    _ = try await made.event(1)
    let second = caches[1].value(for: "cover", make: making(Data([2]), made)).run()
    _ = try await waits.event(1)
    gate.open()
    #expect(try await second.value == Data([1]))
    #expect(try await first.value == Data([1]))
    let pool = PostgresPool(caches[0].address)
    #expect(try await pool.number("SELECT count(*) AS number FROM errands_cache_lease") == 0)
    #expect(made.count == 1)
    withExtendedLifetime(observation) {}
  }

  // They made it one after the other, and the last of them waited as often as there were servers.
  @Test("What may not be kept is made at once by all that have waited for it")
  func unkept() async throws {
    let caches = try await PostgresCache.several(3) { $0.lease = .seconds(3_600) }
    let (made, gate, others) = (Events<Int>(), Gate(), Gate())
    let pool = PostgresPool(caches[0].address)
    var runs: [Run<Data>] = []
    for (number, cache) in caches.enumerated() {
      let make = Errand<SharedValue> {
        made.record(number)
        try await (made.count == 1 ? gate : others).wait()
        return SharedValue(Data([UInt8(number)]), lifetime: .zero)
      }
      runs.append(cache.value(for: "cover", make: make).run())
      _ = try await made.event(1)
      guard number > 0 else { continue }
      // It has found that it has to wait.
      let waiting = "SELECT count(*) AS number FROM errands_cache_lease WHERE is_awaited"
      while try await pool.number(waiting) == 0 {}
      _ = try await pool.work { try $0.change("UPDATE errands_cache_lease SET is_awaited = false") }.value()
    }
    _ = try await pool.work { try $0.change("UPDATE errands_cache_lease SET is_awaited = true") }.value()
    gate.open()
    _ = try await made.event(3)
    others.open()
    for (number, run) in runs.enumerated() { #expect(try await run.value == Data([UInt8(number)])) }
  }

  @Test(
    "Under a key that no index and no notification takes, it is made each time",
    arguments: [
      String(repeating: "k", count: 2_001), "a\0b",
    ]
  )
  func strangeKey(_ key: String) async throws {
    let caches = try await PostgresCache.several(1)
    let made = Events<Data>()
    let make = making(Data([1]), made)
    for _ in 0..<2 { #expect(try await caches[0].value(for: key, make: make).value() == Data([1])) }
    #expect(made.count == 2)
  }

  @Test("What is cancelled at any moment leaves no lease that others would have to wait out")
  func cancelledEarly() async throws {
    let caches = try await PostgresCache.several(2) { $0.lease = .seconds(600) }
    let never = Gate()
    for number in 0..<60 {
      let make = Errand<Data> {
        try await never.wait()
        return Data()
      }
      let run = caches[0].value(for: "\(number)", make: make).run()
      for _ in 0..<(number * 20) { await Task.yield() }
      run.cancel()
      #expect(try await caches[1].value(for: "\(number)", make: .success(Data([2]))).value() == Data([2]))
    }
  }

  @Test("What has expired is not given")
  func expired() async throws {
    let caches = try await PostgresCache.several(1)
    try await caches[0].store(Data([1]), for: "old", lifetime: .zero).value()
    #expect(try await caches[0].value(for: "old").value() == nil)
    #expect(try await caches[0].value(for: "old", make: .success(Data([2]))).value() == Data([2]))
    #expect(try await caches[0].value(for: "old").value() == Data([2]))
    let moment = Errand.success(Data([3])).map { SharedValue($0, lifetime: .zero) }
    #expect(try await caches[0].value(for: "moment", make: moment).value() == Data([3]))
    #expect(try await caches[0].statistics.value().entries == 1, "what may not be kept is not")
  }

  @Test("What is forgotten by the beginning of its key is forgotten for all servers")
  func removed() async throws {
    let caches = try await PostgresCache.several(2)
    for key in ["a/1", "a/2", "a%", "b/1"] { try await caches[0].store(Data([1]), for: key).value() }
    #expect(try await caches[1].remove(prefix: "a/").value() == 2)
    #expect(try await caches[0].value(for: "a/1").value() == nil)
    #expect(try await caches[0].statistics.value() == (entries: 2, bytes: 2))
  }

  // It joined what had begun before the purge, and had what that was made of.
  @Test("An errand from before a purge that is run behind it is made anew")
  func keptErrand() async throws {
    let cache = try await PostgresCache.several(1)[0]
    let (made, gate) = (Events<Data>(), Gate())
    let errand = cache.value(for: "a", make: making(Data([1]), made, gate))
    let first = errand.run()
    _ = try await made.event(1)
    _ = try await cache.purge(.all).value()
    let second = errand.run()
    gate.open()
    _ = try await (first.value, second.value)
    #expect(made.count == 2)
  }

  @Test("While there is no database each makes for itself, and shares that within itself")
  func away() async throws {
    let address = try PostgresAddress("postgres://x@127.0.0.1:1/x")
    let cache = PostgresCache(PostgresPool(address))
    let made = Events<Data>()
    let gate = Gate()
    let make = making(Data([1]), made, gate)
    let runs = (0..<20).map { _ in cache.value(for: "cover", make: make).run() }
    _ = try await made.event(1)
    gate.open()
    for run in runs { #expect(try await run.value == Data([1])) }
    #expect(made.count == 1)
  }
}
