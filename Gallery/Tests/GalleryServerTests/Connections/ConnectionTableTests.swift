import ErrandsLoading
import GalleryConnections
import Testing

@testable import GalleryServer

@Suite("Who is let in, and who has to leave for that")
struct ConnectionTableTests {
  private typealias Table = ConnectionTable<String, Int>

  private let home = ClientAddress(IPAddress("10.0.0.1"))
  private let elsewhere = ClientAddress(IPAddress("10.0.0.2"))

  @Test("As many as there are places are let in, and nobody leaves")
  func room() throws {
    var table = Table(most: 2, mostOfOne: 2)
    #expect(table.admit("a", of: home, at: 1).evicted == nil)
    #expect(table.admit("b", of: home, at: 2).evicted == nil)
    #expect(table.count == 2)
  }

  /// Two hundred silent clients kept their connections for ever, and whoever came after them waited.
  @Test("The one that has kept the server waiting longest gives way")
  func longest() throws {
    var table = Table(most: 3, mostOfOne: 3)
    let first = try #require(table.admit("first", of: home, at: 1).number)
    _ = table.admit("second", of: home, at: 2)
    _ = table.admit("third", of: home, at: 3)
    table.setWaiting(first, since: 9)
    #expect(table.admit("fourth", of: elsewhere, at: 10).evicted == "second")
    #expect(table.admit("fifth", of: elsewhere, at: 11).evicted == "third")
    #expect(table.admit("sixth", of: elsewhere, at: 12).evicted == "first")
    #expect(table.count == 3)
  }

  @Test("One that is being answered never gives way")
  func answered() throws {
    var table = Table(most: 1, mostOfOne: 1)
    let number = try #require(table.admit("busy", of: home, at: 1).number)
    table.setWaiting(number, since: nil)
    #expect(table.admit("late", of: elsewhere, at: 2).number == nil)
    table.setWaiting(number, since: 3)
    #expect(table.admit("later", of: elsewhere, at: 4).evicted == "busy")
  }

  @Test("A client beyond its share takes the place of one of its own")
  func share() throws {
    var table = Table(most: 10, mostOfOne: 2)
    _ = table.admit("other", of: elsewhere, at: 0)
    let first = try #require(table.admit("first", of: home, at: 1).number)
    let second = try #require(table.admit("second", of: home, at: 2).number)
    #expect(table.admit("third", of: home, at: 3).evicted == "first")
    for number in [first, second] { table.setWaiting(number, since: nil) }
    #expect(table.admit("fourth", of: home, at: 4).evicted == "third")
    #expect(table.count == 3)
  }

  @Test("A client whose share is all being answered is refused, and others are not")
  func refused() throws {
    var table = Table(most: 10, mostOfOne: 1)
    let number = try #require(table.admit("busy", of: home, at: 1).number)
    table.setWaiting(number, since: nil)
    #expect(table.admit("refused", of: home, at: 2).number == nil)
    #expect(table.admit("other", of: elsewhere, at: 3).number != nil)
    #expect(table.admit("of a proxy", of: nil, at: 4).number != nil)
  }

  @Test("One that leaves makes room, once")
  func leaving() throws {
    var table = Table(most: 1, mostOfOne: 1)
    let number = try #require(table.admit("first", of: home, at: 1).number)
    table.setWaiting(number, since: nil)
    #expect(table.remove(number) == "first")
    #expect(table.remove(number) == nil)
    let second = try #require(table.admit("second", of: home, at: 2).number)
    table.setWaiting(number, since: 0)
    table.setWaiting(second, since: nil)
    #expect(table.admit("third", of: home, at: 3).number == nil)
  }

  @Test(
    "A client is an address of version 4, or the half of one of version 6 that is its network",
    arguments: [
      ("10.0.0.1", "10.0.0.1", true), ("10.0.0.1", "10.0.0.2", false),
      ("::ffff:10.0.0.1", "10.0.0.1", true), ("::ffff:10.0.0.1", "::ffff:10.0.0.2", false),
      ("2001:db8::1", "2001:db8::ffff:2", true), ("2001:db8::1", "2001:db8:0:1::1", false),
    ]
  )
  func clients(_ one: String, _ other: String, _ isSame: Bool) throws {
    let addresses = try (#require(IPAddress(one)), #require(IPAddress(other)))
    #expect((ClientAddress(addresses.0) == ClientAddress(addresses.1)) == isSame)
  }

  @Test(
    "What is no address is none",
    arguments: ["", "localhost", "10.0.0", "10.0.0.1:80", "[::1]", "1.2.3.4.5"]
  )
  func none(_ text: String) {
    #expect(IPAddress(text) == nil)
  }
}

extension ConnectionTable.Admission {
  /// Nil where it was refused.
  fileprivate var number: Int? {
    if case .admitted(let number, _) = self { number } else { nil }
  }

  fileprivate var evicted: Member? {
    if case .admitted(_, let evicted) = self { evicted } else { nil }
  }
}

extension ClientAddress {
  fileprivate init?(_ address: IPAddress?) {
    guard let address else { return nil }
    self.init(address)
  }
}
