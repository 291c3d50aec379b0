import Errands
import ErrandsLoading
import ErrandsPostgres
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@Suite("What is purged at one process", .timeLimit(.minutes(2)))
struct CachePurgeTests {
  @Test("is gone behind that there and from what all share, and soon at all others, in memory and on disk")
  func everywhere() async throws {
    try await withSharingProcesses { processes in
      let (first, second) = (try await processes.start("first"), try await processes.start("second"))
      let cover = processes.upstream.url("/cover")
      for process in [first, second] { #expect(try await process.text(cover) == "1") }
      try await first.tier.purge(.address(cover)).value()
      #expect(try await first.text(cover) == "2")
      // By what it was told, and not because it purges itself.
      _ = try await second.purged.first { $0 }
      try await second.catchUp()
      #expect(try await second.text(cover) == "2")
      #expect(processes.upstream.requestCount == 2)
    }
  }

  @Test("is that part and nothing else", arguments: Part.allCases)
  func parts(_ part: Part) async throws {
    try await withSharingProcesses { processes in
      let process = try await processes.start("first")
      let other = try await processes.start("second")
      let requests = Part.requests(at: processes.upstream)
      for request in requests { _ = try await process.text(request) }
      try await other.tier.purge(part.value(processes.upstream)).value()
      _ = try await process.purged.event(1)
      try await process.catchUp()
      var anew: [Int] = []
      for (index, request) in requests.enumerated() where Int(try await process.text(request)) != index + 1 {
        anew.append(index)
      }
      #expect(anew == part.indices)
    }
  }

  /// Of four answers: two of one address, the second under a key of the caller's, one of another, one of another host.
  enum Part: String, CaseIterable {
    case address, key, host, all, strangeHost

    static func requests(at upstream: ScriptedUpstream) -> [FetchRequest] {
      var keyed = FetchRequest(upstream.url("/cover?signature=1"))
      keyed.key = "the cover"
      var elsewhere = URLComponents(url: upstream.url("/cover"), resolvingAgainstBaseURL: false)
      elsewhere?.host = "localhost"
      return [
        FetchRequest(upstream.url("/cover")), keyed, FetchRequest(upstream.url("/other")),
        FetchRequest(elsewhere?.url ?? upstream.url("/")),
      ]
    }

    func value(_ upstream: ScriptedUpstream) -> CachePart {
      switch self {
      case .address: .address(upstream.url("/cover"))
      case .key: .key("the cover")
      case .host: .host("127.0.0.1")
      case .all: .all
      // The end of one that is there.
      case .strangeHost: .host("host")
      }
    }

    var indices: [Int] {
      switch self {
      case .address: [0]
      case .key: [1]
      case .host: [0, 1, 2]
      case .all: [0, 1, 2, 3]
      case .strangeHost: []
      }
    }
  }

  @Test("is purged at one that was away when that is back with what it had, and what was not purged stays")
  func away() async throws {
    try await withSharingProcesses { processes in
      let (cover, other) = (processes.upstream.url("/cover"), processes.upstream.url("/other"))
      let present = try await processes.start("present")
      try await present.tier.purge(.all).value()
      do {
        let leaving = try await processes.start("away")
        #expect(try await leaving.text(cover) == "1")
        #expect(try await leaving.text(other) == "2")
        try await leaving.catchUp()
      }
      try await present.tier.purge(.address(cover)).value()
      // Before anything is asked for.
      let back = try await processes.start("away")
      // As it begins, and as what is on the disk is gone.
      #expect(back.purged.all.filter { $0 }.count == 2, "and not what had been purged before it left")
      #expect(try await back.text(other) == "2")
      #expect(back.cache.statistics.disk.hits == 1, "from its own folder")
      #expect(try await back.text(cover) == "3")
    }
  }

  @Test("is purged at one whose connection was lost when that is made again")
  func cutOff() async throws {
    try await withSharingProcesses { processes in
      let cover = processes.upstream.url("/cover")
      let process = try await processes.start("first")
      #expect(try await process.text(cover) == "1")
      try await process.catchUp()
      let pool = PostgresPool(processes.address)
      // Nobody is told of it.
      try await pool.transaction { database in
        try database.script(
          """
          DELETE FROM errands_cache;
          UPDATE errands_cache_size SET purges = purges + 1;
          INSERT INTO errands_cache_purge SELECT purges, 'x', '{"all":{}}', '' FROM errands_cache_size;
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid();
          """
        )
      }.value()
      _ = try await process.purged.first { $0 }
      try await process.catchUp()
      #expect(try await process.text(cover) == "2")
    }
  }

  @Test(
    "is everything where more has been missed than is remembered, or what is said cannot be read",
    arguments: [
      "DELETE FROM errands_cache_purge WHERE number = 2",
      #"UPDATE errands_cache_purge SET part = '{"tag":{"_0":"art"}}' WHERE number = 2"#,
      "UPDATE errands_cache_size SET purges = 0; DELETE FROM errands_cache_purge",
      "UPDATE errands_cache_purge SET id = 'of another' WHERE number = 1",
    ]
  )
  func unknown(_ change: String) async throws {
    try await withSharingProcesses { processes in
      let cover = processes.upstream.url("/cover")
      let present = try await processes.start("present")
      do {
        let leaving = try await processes.start("away")
        #expect(try await leaving.text(cover) == "1")
        try await leaving.catchUp()
      }
      try await present.tier.purge(.host("elsewhere")).value()
      _ = try await PostgresPool(processes.address).work { try $0.script(change) }.value()
      let back = try await processes.start("away")
      #expect(try await back.purged.event(1), "all of it")
    }
  }

  // Nobody waits until the disk has how far a cache is: a power cut may leave anything of it.
  @Test("is carried out once more where what was written of the last is broken")
  func broken() async throws {
    try await withSharingProcesses { processes in
      let folder: URL
      do {
        let leaving = try await processes.start("away")
        try await leaving.tier.purge(.all).value()
        #expect(try await leaving.text(processes.upstream.url("/cover")) == "1")
        folder = try #require(leaving.cache.folder)
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names.filter { $0.contains("purge") } == ["errands_cache_purge"])
      try Data("{".utf8).write(to: folder.appending(path: "errands_cache_purge"))
      let back = try await processes.start("away")
      #expect(try await back.purged.event(1), "all of it")
    }
  }

  @Test("is not kept by one that is making it, and made anew by the others that wait for that")
  func meanwhile() async throws {
    let gate = Gate()
    let asked = Events<String>()
    try await withSharingProcesses(before: { request in
      asked.record(request.path)
      if asked.count == 1 { try await gate.wait() }
    }) { processes in
      let cover = processes.upstream.url("/cover")
      let (first, second) = (try await processes.start("first"), try await processes.start("second"))
      async let old = first.text(cover)
      _ = try await asked.event(1)
      // It waits for the first.
      let waits = Events<String>()
      let observation = Trace.observe { if $0.name == "another server" { waits.record($0.name) } }
      async let new = second.text(cover)
      _ = try await waits.event(1)
      withExtendedLifetime(observation) {}
      try await second.tier.purge(.address(cover)).value()
      // Whoever asks behind it gets what was fetched behind it, at the one that has fetched before it, too.
      _ = try await first.purged.first { $0 }
      #expect(try await second.text(cover) == "2")
      gate.open()
      #expect(try await old == "1", "it had asked before")
      _ = try await new
      try await first.catchUp()
      #expect(try await first.text(cover) == "2")
      #expect(processes.upstream.requestCount == 2)
    }
  }

  @Test(
    "is not kept by one that is making it, whether or not something else has to give way for it",
    arguments: [400, 1_000_000]
  )
  func makingRoom(_ byteLimit: Int64) async throws {
    let cache = try await PostgresCache.several(1) { $0.byteLimit = byteLimit }[0]
    for number in 0..<4 { try await cache.store(Data(count: 100), for: "\(number)").value() }
    let (began, gate) = (Events<Data>(), Gate())
    let old = cache.value(for: "cover", make: making(Data(count: 100), began, gate)).run()
    _ = try await began.event(1)
    #expect(try await cache.remove(prefix: "cover").value() == 0)
    gate.open()
    _ = try await old.value
    #expect(try await cache.value(for: "cover").value() == nil)
    #expect(try await cache.value(for: "0").value() != nil)
  }

  @Test("is not kept where it was made by one that has not heard of it yet; what else that makes is")
  func unheard() async throws {
    try await withSharingProcesses { processes in
      let process = try await processes.start("first")
      let pool = PostgresPool(processes.address)
      @Sendable func kept(_ key: String) async throws -> Bool {
        _ = try await process.tier.value(for: key, make: .success(Data([1]))).value()
        return try await process.tier.value(for: key).value() != nil
      }
      _ = try await pool.work { database in
        try database.script(
          """
          UPDATE errands_cache_size SET purges = purges + 1;
          INSERT INTO errands_cache_purge
            SELECT purges, 'x', '{"host":{"_0":"a.example"}}', 'host:a.example ' FROM errands_cache_size;
          """
        )
      }.value()
      #expect(try await kept("host:a.example 1") == false)
      #expect(try await kept("host:b.example 1") == true)
      // More than is remembered.
      _ = try await pool.work { try $0.script("UPDATE errands_cache_size SET purges = purges + 2000") }
        .value()
      #expect(try await kept("host:b.example 2") == false)
      try await process.catchUp()
      #expect(try await kept("host:a.example 1") == true)
      #expect(try await kept("host:b.example 2") == true)
      #expect(try await pool.number("SELECT count(*) AS number FROM errands_cache_lease") == 0)
    }
  }

  @Test("is remembered for a thousand others, and no longer")
  func remembered() async throws {
    let cache = try await PostgresCache.several(1)[0]
    let pool = PostgresPool(cache.address)
    _ = try await pool.work { database in
      try database.script(
        """
        UPDATE errands_cache_size SET purges = 2000;
        INSERT INTO errands_cache_purge SELECT number, 'x', '{"all":{}}', '' FROM generate_series(1, 2000) AS number;
        """
      )
    }.value()
    try await cache.purge(.host("elsewhere")).value()
    #expect(try await pool.number("SELECT count(*) AS number FROM errands_cache_purge") == 1_000)
    #expect(try await pool.number("SELECT max(number) AS number FROM errands_cache_purge") == 2_001)
  }

  @Test("is not joined by those that ask for it later at the same process")
  func joined() async throws {
    let cache = try await PostgresCache.several(1)[0]
    let (began, gate) = (Events<Data>(), Gate())
    let old = cache.value(for: "cover", make: making(Data([1]), began, gate)).run()
    _ = try await began.event(1)
    try await cache.purge(.all).value()
    #expect(try await cache.value(for: "cover", make: .success(Data([2]))).value() == Data([2]))
    gate.open()
    #expect(try await old.value == Data([1]))
    #expect(try await cache.value(for: "cover").value() == Data([2]))
  }

  @Test("is an error where the database is away, and nothing is purged")
  func noDatabase() async throws {
    let tier = PostgresCache(PostgresPool(try PostgresAddress("postgres://x@127.0.0.1:1/x")))
    let cache = HTTPCache()
    let purged = Events<Bool>()
    _ = cache.whenForgotten { _ in purged.record(true) }
    await tier.attach(cache)
    await #expect(throws: PostgresError.self) { try await tier.purge(.all).value() }
    #expect(purged.count == 0)
  }

  @Test("neither holds up what is made at the same time, nor is held up by it")
  func atOnce() async throws {
    let caches = try await PostgresCache.several(3)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, cache) in caches.enumerated() {
        group.addTask {
          for number in 0..<60 {
            let key = "host:example.org \(number % 7)"
            let made = try await cache.value(for: key, make: .success(Data([UInt8(number % 7)]))).value()
            #expect(made == Data([UInt8(number % 7)]))
            if number % 3 == index { try await cache.purge(.host("example.org")).value() }
          }
        }
      }
      try await group.waitForAll()
    }
    try await caches[0].purge(.all).value()
    #expect(try await caches[1].statistics.value() == (entries: 0, bytes: 0))
    let pool = PostgresPool(caches[0].address)
    #expect(try await pool.number("SELECT count(*) AS number FROM errands_cache_lease") == 0)
    #expect(try await pool.number("SELECT bytes AS number FROM errands_cache_size") == 0)
  }

  @Test("does not keep a cache alive that nobody else has")
  func letGo() async throws {
    let tier = try await PostgresCache.several(1)[0]
    weak var gone: HTTPCache?
    do {
      let cache = HTTPCache()
      gone = cache
      await tier.attach(cache)
      try await tier.purge(.all).value()
    }
    // The run that was begun as it was attached has ended by now.
    try await tier.purge(.all).value()
    #expect(gone == nil)
  }
}
