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
    let pool = PostgresPool(try await TestServer.database())
    let (events, listener) = listening(to: ["news"], at: pool.address)
    #expect(try await events.next() == .mayHaveMissed)
    _ = try await pool.work { database in
      for number in 0..<1_000 { try database.execute("SELECT pg_notify('news', $1)", [.text("\(number)")]) }
    }.value()
    for number in 0..<1_000 {
      #expect(try await events.next() == .notification(channel: "news", text: "\(number)"))
    }
    withExtendedLifetime(listener) {}
  }

  @Test("It hears nothing of channels that it does not listen to, and nothing of what was taken back")
  func other() async throws {
    struct Stopped: Error {}
    let pool = PostgresPool(try await TestServer.database())
    let (events, listener) = listening(to: ["news"], at: pool.address)
    #expect(try await events.next() == .mayHaveMissed)
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
    #expect(try await events.next() == .notification(channel: "news", text: "at last"))
    withExtendedLifetime(listener) {}
  }

  @Test(
    "A connection that is lost is told, and made again; and that something may have been missed meanwhile"
  )
  func lost() async throws {
    let pool = PostgresPool(try await TestServer.database())
    let (events, listener) = listening(to: ["news"], at: pool.address)
    #expect(try await events.next() == .mayHaveMissed)
    _ = try await pool.work { database in
      try database.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
      )
    }.value()
    guard case .lost(let error)? = try await events.next() else {
      Issue.record("the loss was not told")
      return
    }
    #expect(error.isAbsence)
    #expect(try await events.next() == .mayHaveMissed)
    _ = try await pool.work { try $0.execute("SELECT pg_notify('news', 'again')").count }.value()
    #expect(try await events.next() == .notification(channel: "news", text: "again"))
    withExtendedLifetime(listener) {}
  }

  @Test("Its connection ends with it")
  func ended() async throws {
    let pool = PostgresPool(try await TestServer.database())
    var (events, listener): (EventQueue, PostgresListener?) = listening(to: ["news"], at: pool.address)
    #expect(try await events.next() == .mayHaveMissed)
    withExtendedLifetime(listener) {}
    listener = nil
    events = EventQueue()
    var others = 1
    while others > 0 {
      others = try await pool.work { database in
        let sql =
          "SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        return try database.execute(sql)[0].value("n", as: Int.self)
      }.value()
    }
  }

  private func listening(
    to channels: [String],
    at address: PostgresAddress
  ) -> (EventQueue, PostgresListener?) {
    let events = EventQueue()
    return (events, PostgresListener(address, channels: channels) { events.put($0) })
  }
}

/// Events in the order in which they were heard.
private final class EventQueue: Sendable {
  private let stream = AsyncStream.makeStream(of: PostgresListener.Event.self)

  func put(_ event: PostgresListener.Event) { stream.continuation.yield(event) }

  func next() async throws -> PostgresListener.Event? {
    for await event in stream.stream { return event }
    return nil
  }
}
