import Testing

@testable import GalleryServer

@Suite("Which sessions are open")
struct SessionTableTests {
  private let start = ContinuousClock.now
  private let one = SessionID(token: "one")
  private let two = SessionID(token: "two")
  private let three = SessionID(token: "three")

  /// Expectations do not change values, so it has to be an object.
  private final class Table {
    private var table: SessionTable

    init(count: Int = 10) {
      table = SessionTable(limits: .init(lifetime: .seconds(100), idle: .seconds(10), count: count))
    }

    var count: Int { table.count }
    func begin(_ id: SessionID, at now: ContinuousClock.Instant) -> SessionID? { table.begin(id, at: now) }
    func use(_ id: SessionID, at now: ContinuousClock.Instant) -> Bool { table.use(id, at: now) }
    func end(_ id: SessionID) { table.end(id) }
    func sweep(at now: ContinuousClock.Instant) -> [SessionID] { table.sweep(at: now) }
  }

  @Test("One is open until it is ended, and no other was ever open")
  func ended() {
    let table = Table()
    #expect(table.begin(one, at: start) == nil)
    #expect(table.use(one, at: start))
    #expect(!table.use(two, at: start))
    table.end(one)
    #expect(!table.use(one, at: start))
  }

  @Test("Use keeps it from being idle, and does not lengthen its life")
  func limits() {
    let table = Table()
    _ = table.begin(one, at: start)
    for second in stride(from: 9, through: 99, by: 9) {
      #expect(table.use(one, at: start + .seconds(second)))
    }
    #expect(!table.use(one, at: start + .seconds(100)))
    _ = table.begin(two, at: start)
    #expect(!table.use(two, at: start + .seconds(10)))
  }

  @Test("Those whose time is over are swept out, and told")
  func sweep() {
    let table = Table()
    _ = table.begin(one, at: start)
    _ = table.begin(two, at: start + .seconds(5))
    #expect(table.sweep(at: start + .seconds(10)) == [one])
    #expect(table.count == 1)
    #expect(table.sweep(at: start + .seconds(10)).isEmpty)
  }

  @Test("Of too many the one that went unused longest gives way")
  func tooMany() {
    let table = Table(count: 2)
    _ = table.begin(one, at: start)
    _ = table.begin(two, at: start + .seconds(1))
    #expect(table.use(one, at: start + .seconds(2)))
    #expect(table.begin(three, at: start + .seconds(3)) == two)
    #expect(table.count == 2)
    #expect(table.use(one, at: start + .seconds(4)))
    #expect(!table.use(two, at: start + .seconds(4)))
  }

  @Test("Tokens are of 256 random bits, and what is kept of them does not say them")
  func tokens() {
    let tokens = Set((0..<1000).map { _ in SessionID.newToken() })
    #expect(tokens.count == 1000)
    #expect(tokens.allSatisfy { $0.count == 43 && $0.wholeMatch(of: /[A-Za-z0-9_\-]+/) != nil })
    #expect(!"\(SessionID(token: "secret"))".contains("secret"))
    #expect(SessionID(token: "a") == SessionID(token: Substring("a")))
    #expect(SessionID(token: "a") != SessionID(token: "b"))
  }

  @Test(
    "What was for all is for one, who has a session",
    arguments: [
      ("public, max-age=86400, immutable", "private, max-age=86400, immutable"),
      ("no-cache", "private, no-cache"),
      ("no-store", "no-store"), ("private, max-age=5", "private, max-age=5"),
      ("max-age=5, s-maxage=60", "private, max-age=5"), ("Public", "private"),
    ]
  )
  func caching(_ said: String, _ own: String) {
    #expect(SessionCheck.ownCaching(said) == own)
  }
}
