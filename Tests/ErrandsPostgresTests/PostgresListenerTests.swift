import Errands
import ErrandsPostgres
import ErrandsTesting
import Testing

@Suite("A listener to PostgreSQL's notifications", .timeLimit(.minutes(2)))
struct PostgresListenerTests {
  @Test(
    "It hears all that is told while it is there, in order, and says first that something may have been missed"
  )
  func heard() async throws {
    let pool = try await PostgresPool.ofNewDatabase()
    let (events, listener) = listening(to: ["news"], at: pool.address)
    #expect(try await events.event(1) == .mayHaveMissed)
    _ = try await pool.work { database in
      for number in 0..<1_000 { try database.execute("SELECT pg_notify('news', $1)", [.text("\(number)")]) }
    }.value()
    for number in 0..<1_000 {
      #expect(try await events.event(number + 2) == .notification(channel: "news", text: "\(number)"))
    }
    withExtendedLifetime(listener) {}
  }

  @Test("It hears nothing of channels that it does not listen to, and nothing of what was taken back")
  func other() async throws {
    struct Stopped: Error {}
    let pool = try await PostgresPool.ofNewDatabase()
    let (events, listener) = listening(to: ["news"], at: pool.address)
    #expect(try await events.event(1) == .mayHaveMissed)
    await #expect(throws: Stopped.self) {
      try await pool.transaction { database -> Void in
        try database.execute("SELECT pg_notify('news', 'never')")
        throw Stopped()
      }.value()
    }
    _ = try await pool.work { database in
      try database.execute("SELECT pg_notify('weather', 'rain')")
      try database.execute("SELECT pg_notify('news', 'at last')")
    }.value()
    #expect(try await events.event(2) == .notification(channel: "news", text: "at last"))
    withExtendedLifetime(listener) {}
  }

  @Test(
    "A connection that is lost is told, and made again; and that something may have been missed meanwhile"
  )
  func lost() async throws {
    let pool = try await PostgresPool.ofNewDatabase()
    let (events, listener) = listening(to: ["news"], at: pool.address)
    #expect(try await events.event(1) == .mayHaveMissed)
    _ = try await pool.work { database in
      try database.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
      )
    }.value()
    guard case .lost(let error) = try await events.event(2) else {
      Issue.record("the loss was not told")
      return
    }
    #expect(error.isAbsence)
    #expect(try await events.event(3) == .mayHaveMissed)
    #expect(listener?.error == nil)
    _ = try await pool.work { try $0.execute("SELECT pg_notify('news', 'again')").count }.value()
    #expect(try await events.event(4) == .notification(channel: "news", text: "again"))
    withExtendedLifetime(listener) {}
  }

  @Test("Why it hears nothing can be asked for as long as it has no connection")
  func unreachable() async throws {
    let (events, listener) = listening(to: ["news"], at: try PostgresAddress("postgres://x@127.0.0.1:1/x"))
    for number in 1...2 {
      guard case .lost(let error) = try await events.event(number) else {
        Issue.record("it has heard something")
        return
      }
      #expect(listener?.error == error)
    }
  }

  @Test("Its connection ends with it")
  func ended() async throws {
    let pool = try await PostgresPool.ofNewDatabase()
    var (events, listener) = listening(to: ["news"], at: pool.address)
    #expect(try await events.event(1) == .mayHaveMissed)
    withExtendedLifetime(listener) {}
    listener = nil
    while try await pool.otherConnections() > 0 {}
  }

  private func listening(
    to channels: [String],
    at address: PostgresAddress
  ) -> (Events<PostgresListener.Event>, PostgresListener?) {
    let events = Events<PostgresListener.Event>()
    return (events, PostgresListener(address, channels: channels) { events.record($0) })
  }
}
