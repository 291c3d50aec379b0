import ErrandsTesting
import Testing

@testable import Errands

@Suite("The lock")
struct LockTests {
  @Test("Two threads that count together lose nothing", .timeLimit(.minutes(1)))
  func count() async {
    let counter = Counter()
    await race(rounds: Sizes.raceRounds) { _ in
      counter.add()
    } _: { _ in
      counter.add()
    }
    #expect(counter.value == 2 * Sizes.raceRounds)
  }

  @Test("What it guards is freed with it")
  func freed() {
    weak var seen: Settlement<Int>?
    do {
      let cell = Settlement<Int>()
      seen = cell
      let lock = Lock<Settlement<Int>?>(cell)
      #expect(lock.withLock { $0 != nil })
    }
    #expect(seen == nil)
  }

  private final class Counter: Sendable {
    private let lock = Lock(0)
    func add() { lock.withLock { $0 += 1 } }
    var value: Int { lock.withLock { $0 } }
  }
}
