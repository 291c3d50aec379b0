import ErrandsLoading
import GalleryConnections
import Testing

@testable import GalleryServer

@Suite("How many passwords may be tried")
struct GuessBudgetTests {
  private let start = ContinuousClock.now

  /// Expectations do not change values, so it has to be an object.
  private final class Budget {
    private var budget: GuessBudget

    init(ofOne: GuessBudget.Allowance, inAll: GuessBudget.Allowance) {
      budget = GuessBudget(ofOne: ofOne, inAll: inAll)
    }

    var clientCount: Int { budget.clientCount }
    func spend(for client: ClientAddress?, at now: ContinuousClock.Instant) -> Duration? {
      budget.spend(for: client, at: now)
    }
    func forgive(_ client: ClientAddress) { budget.forgive(client) }
  }

  private func client(_ number: UInt8) throws -> ClientAddress {
    ClientAddress(try #require(IPAddress(bytes: [203, 0, 113, number])))
  }

  @Test("A few at once, and one more after each pause")
  func one() throws {
    let budget = Budget(
      ofOne: .init(3, thenEach: .seconds(30)),
      inAll: .init(100, thenEach: .seconds(1))
    )
    let client = try client(1)
    for _ in 1...3 { #expect(budget.spend(for: client, at: start) == nil) }
    #expect(budget.spend(for: client, at: start) == .seconds(30))
    let later = try #require(budget.spend(for: client, at: start + .seconds(20)))
    #expect((9.9...10.1).contains(later / .seconds(1)), "a try that is refused costs nothing")
    #expect(budget.spend(for: client, at: start + .seconds(31)) == nil)
    #expect(budget.spend(for: client, at: start + .seconds(32)) != nil)
  }

  @Test("Many clients together have not many more")
  func all() throws {
    let budget = Budget(ofOne: .init(3, thenEach: .seconds(30)), inAll: .init(5, thenEach: .seconds(2)))
    for number in UInt8(1)...5 {
      let client = try client(number)
      #expect(budget.spend(for: client, at: start) == nil)
    }
    let other = try client(6)
    #expect(budget.spend(for: other, at: start) == .seconds(2))
    #expect(budget.spend(for: nil, at: start) == .seconds(2), "nor has one that cannot be told from others")
    #expect(budget.spend(for: other, at: start + .seconds(2.5)) == nil)
  }

  @Test("A right one costs nothing, and makes good those before it")
  func right() throws {
    let budget = Budget(
      ofOne: .init(3, thenEach: .seconds(30)),
      inAll: .init(100, thenEach: .seconds(1))
    )
    let client = try client(1)
    for _ in 1...20 {
      for _ in 1...3 { #expect(budget.spend(for: client, at: start) == nil) }
      budget.forgive(client)
    }
    #expect(budget.clientCount == 0)
  }

  @Test("Whoever has waited long enough is forgotten, so that no list grows")
  func memory() throws {
    let budget = Budget(
      ofOne: .init(3, thenEach: .seconds(30)),
      inAll: .init(1000, thenEach: .seconds(1))
    )
    for number in UInt8.min...UInt8.max { _ = budget.spend(for: try client(number), at: start) }
    #expect(budget.clientCount == 256)
    _ = budget.spend(for: try client(0), at: start + .seconds(31))
    #expect(budget.clientCount == 1)
  }
}
