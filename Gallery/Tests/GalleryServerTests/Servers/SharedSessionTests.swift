import ErrandsLoading
import ErrandsPostgres
import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryConnections
import GalleryDatabase
import GalleryJobs
import GalleryPostgres
import NIOEmbedded
import Testing

@testable import GalleryServer

@Suite("Sessions that several servers know of", .timeLimit(.minutes(2)))
struct SharedSessionTests {
  private let withPassword: @Sendable (inout GalleryServer.Configuration) -> Void = {
    $0.password = Password(words: "right")
  }

  private func login(_ gallery: RunningGallery) async throws -> String {
    let answer = try await gallery.send("POST", "/login", body: #"{"password":"right"}"#)
    let cookie = try #require(answer.fields["Set-Cookie"]).prefix { $0 != ";" }
    return String(cookie)
  }

  @Test("Who has logged in at one server is known at the others, until logging out at any of them")
  func shared() async throws {
    try await withServers(2, respond: Script.photo, configure: withPassword) { _, galleries in
      let cookie = try await login(galleries[0])
      let fields: HTTPFields = ["Cookie": cookie]
      for gallery in galleries { #expect(try await gallery.get("/api/photos", fields: fields).status == 200) }
      var stream = EventReader(try await galleries[1].open("/api/events", fields: fields))
      #expect(stream.head.status == 200)
      let out = try await galleries[0].send("POST", "/logout", body: "{}", fields: ["Cookie": cookie])
      #expect(out.status == 204)
      // Its streams of events end with it, wherever they are; nothing asks for that.
      while let _ = try? await stream.block() {}
      for gallery in galleries { #expect(try await gallery.get("/api/photos", fields: fields).status == 401) }
    }
  }

  @Test("A key to sign with is the same for all of them: a picture's address is good at each")
  func signed() async throws {
    try await withServers(2, respond: Script.photo) { servers, _ in
      let (one, other) = (try await servers.library(), try await servers.library())
      let first = try await one.secret("key", orElse: Data([1]))
      #expect(try await other.secret("key", orElse: Data([2])) == first)
    }
  }

  // The guide said one too few, by which a role's connections are counted out.
  @Test(
    "A server listens on three connections, and on four with a password",
    arguments: [(false, 3), (true, 4)]
  )
  func listening(_ hasPassword: Bool, _ expected: Int) async throws {
    let configure: @Sendable (inout GalleryServer.Configuration) -> Void = { configuration in
      if hasPassword { withPassword(&configuration) }
    }
    try await withServers(1, respond: Script.photo, configure: configure) { servers, _ in
      let pool = PostgresPool(servers.address)
      defer { pool.close() }
      var count = 0
      while count != expected {
        count = try await pool.work { database in
          try database.execute(
            """
            SELECT count(*) AS count FROM pg_stat_activity WHERE datname = current_database()
            AND (query LIKE 'LISTEN%' OR query LIKE 'SELECT pg_try_advisory_lock_shared%')
            """
          )[0].value("count")
        }.value()
      }
    }
  }

  @Test("A session ends when its time is over, and no more are kept than may be")
  func limits() async throws {
    try await withServers(0, respond: Script.photo) { servers, _ in
      let sessions = PostgresSessions(of: try await servers.library())
      try await sessions.begin("a", within: SessionLimits())
      let ids = ["a", "b", "c"]
      #expect(try await sessions.open(among: ids, isUse: true, within: SessionLimits()) == ["a"])
      #expect(try await sessions.open(among: ids, isUse: true, within: SessionLimits(idle: .zero)).isEmpty)
      #expect(
        try await sessions.open(among: ids, isUse: true, within: SessionLimits(lifetime: .zero)).isEmpty
      )
      for id in ["b", "c"] { try await sessions.begin(id, within: SessionLimits(count: 2)) }
      #expect(try await sessions.open(among: ids, isUse: false, within: SessionLimits()) == ["b", "c"])
      try await sessions.end(["b"])
      #expect(try await sessions.open(among: ids, isUse: false, within: SessionLimits()) == ["c"])
    }
  }

  /// Otherwise a short absence of the database would log everybody out.
  @Test("While the store cannot be asked, who was known here is let in, and nobody can log in")
  func away() async throws {
    let store = AbsentSessions()
    let sessions = Sessions(store: store)
    let now = ContinuousClock.now
    let token = try await sessions.begin(at: now)
    store.isAway.withLock { $0 = true }
    let later = now + .seconds(60)
    #expect(await sessions.open(among: [token[...]], at: later) != nil)
    #expect(await sessions.open(among: ["other"], at: later) == nil)
    await #expect(throws: LibraryError.self) { try await sessions.begin(at: later) }
    await #expect(throws: LibraryError.self) { try await sessions.end([token[...]]) }
    #expect(await sessions.open(among: [token[...]], at: later) != nil, "it could not be ended")
  }

  // A database that hung held up each request until it was given up.
  @Test("A store that does not answer counts as away before long")
  func hanging() async throws {
    let store = AbsentSessions()
    let sessions = Sessions(store: store)
    let now = ContinuousClock.now
    let token = try await sessions.begin(at: now)
    store.hangs.withLock { $0 = true }
    #expect(await sessions.open(among: [token[...]], at: now + .seconds(60)) != nil)
  }

  // What was asked before the end, and answered behind it, made the session known here again, for ten seconds or as long as
  // the store was away.
  @Test("A session that ends while the store answers stays ended")
  func endedMeanwhile() async throws {
    let store = AbsentSessions()
    let (sessions, others) = (Sessions(store: store), Sessions(store: store))
    let token = try await others.begin()
    store.meanwhile.withLock { $0 = { try await sessions.end([token[...]]) } }
    #expect(await sessions.open(among: [token[...]]) == nil)
    #expect(await sessions.open(among: [token[...]]) == nil)
  }

  /// Behind a broken connection the sessions were asked for once. Where the database was away for that, too, the streams of those
  /// that had ended went on for ever, and nothing asked again.
  @Test(
    "Streams of a session that has ended elsewhere end, though that was not heard of and could not be asked at once"
  )
  func unheard() async throws {
    let store = AbsentSessions()
    let configure: @Sendable (inout GalleryServer.Configuration) -> Void = {
      withPassword(&$0)
      ($0.sessions, $0.heartbeat) = (store, .milliseconds(10))
    }
    try await withServers(1, respond: Script.photo, configure: configure) { _, galleries in
      let fields: HTTPFields = ["Cookie": try await login(galleries[0])]
      var stream = EventReader(try await galleries[0].open("/api/events", fields: fields))
      #expect(stream.head.status == 200)
      store.isAway.withLock { $0 = true }
      store.news.yield(nil)
      _ = try await store.refusals.event(1)
      store.ids.withLock { $0 = [] }
      store.isAway.withLock { $0 = false }
      while let _ = try? await stream.block() {}
    }
  }

  /// Its session was asked for before, and its stream was none yet when all of them were asked for again.
  @Test("A stream that is just being opened while an end is missed ends, too")
  func unheardAtOnce() async throws {
    let store = AbsentSessions()
    let sessions = Sessions(store: store)
    let token = try await sessions.begin()
    #expect(await sessions.open(among: [token[...]]) != nil)
    store.ids.withLock { $0 = [] }
    store.news.yield(nil)
    store.news.finish()
    await sessions.follow()
    let connection = Connection(channel: EmbeddedChannel(), peer: nil) { _ in }
    #expect(sessions.add(connection, to: SessionID(token: token)))
    await sessions.confirmStreams()
    #expect(connection.hasClientLeft)
    #expect(await sessions.open(among: [token[...]]) == nil)
  }

  @Test("A stream's session is asked for before it has been trusted for too long, and that is no use of it")
  func confirmed() async throws {
    let store = AbsentSessions()
    let sessions = Sessions(store: store)
    let now = ContinuousClock.now
    let token = try await sessions.begin(at: now)
    let connection = Connection(channel: EmbeddedChannel(), peer: nil) { _ in }
    #expect(sessions.add(connection, to: SessionID(token: token), at: now))
    for second in [4, 6, 10, 12] { await sessions.confirmStreams(at: now + .seconds(second)) }
    #expect(store.asked.all == [false, false], "at 6 and at 12")
    #expect(!connection.hasClientLeft)
  }

  @Test("What the store says of a session counts for ten seconds, and then it is asked again")
  func trust() async throws {
    let store = AbsentSessions()
    let sessions = Sessions(store: store)
    let now = ContinuousClock.now
    let token = try await sessions.begin(at: now)
    store.ids.withLock { $0 = [] }
    #expect(await sessions.open(among: [token[...]], at: now + .seconds(9)) != nil)
    #expect(await sessions.open(among: [token[...]], at: now + .seconds(11)) == nil)
  }
}

/// A store that a test takes away.
private final class AbsentSessions: SessionStore {
  let isAway = Lock(false)
  let hangs = Lock(false)
  /// What happens, once, between an answer and its arrival.
  let meanwhile = Lock<(@Sendable () async throws -> Void)?>(nil)
  let ids = Lock<Set<String>>([])
  /// For each look at sessions, whether it was a use of them.
  let asked = Events<Bool>()
  let refusals = Events<Bool>()
  private let ended: AsyncStream<String?>
  let news: AsyncStream<String?>.Continuation

  init() { (ended, news) = AsyncStream.makeStream(of: String?.self) }

  private func check() throws {
    guard isAway.withLock({ $0 }) else { return }
    refusals.record(true)
    throw LibraryError.away("postgres://here/", reason: "It is away.")
  }

  func begin(_ id: String, within limits: SessionLimits) async throws {
    try check()
    ids.withLock { _ = $0.insert(id) }
  }

  func open(among ids: [String], isUse: Bool, within limits: SessionLimits) async throws -> Set<String> {
    try check()
    asked.record(isUse)
    if hangs.withLock({ $0 }) { try await Task.sleep(for: .seconds(600)) }
    let open = self.ids.withLock { $0.intersection(ids) }
    let meanwhile = meanwhile.withLock { meanwhile in
      defer { meanwhile = nil }
      return meanwhile
    }
    try await meanwhile?()
    return open
  }

  func end(_ ids: [String]) async throws {
    try check()
    self.ids.withLock { $0.subtract(ids) }
  }

  func ends() -> AsyncStream<String?> { ended }
}
