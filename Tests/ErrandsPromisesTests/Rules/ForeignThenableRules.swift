import Errands
import ErrandsPromises
import ErrandsTesting
import Testing

/// A thenable of the application's own that tells each of its handlers twice, or lets go of them.
private final class Careless: Thenable {
  enum Habit: Sendable { case twice, never }

  let result: Result<Int>?
  private let habit: Habit
  private let handlers = Events<@Sendable (Result<Int>) -> Void>()

  init(_ habit: Habit, _ result: Result<Int>? = nil) {
    self.habit = habit
    self.result = result
  }

  func pipe(to: @escaping @Sendable (Result<Int>) -> Void) {
    guard habit == .twice else { return }
    guard let result else { return handlers.record(to) }
    to(result)
    to(result)
  }

  func tellTwice(_ result: Result<Int>) {
    for handler in handlers.all + handlers.all { handler(result) }
  }
}

@Suite("Rules of thenables of somebody else's", .timeLimit(.minutes(1)))
struct ForeignThenableRules {
  @Test("One that tells twice has each handler called once", arguments: [true, false])
  func twice(isKept: Bool) {
    let careless = Careless(.twice, isKept ? .fulfilled(1) : .rejected(Broken()))
    let heard = Events<String>()
    careless.tap(on: nil) { _ in heard.record("tap") }
      .ensure(on: nil) { heard.record("ensure") }
      .catch(on: nil) { _ in heard.record("catch") }
      .finally(on: nil) { heard.record("finally") }
    #expect(heard.all == (isKept ? ["tap", "ensure", "finally"] : ["tap", "ensure", "catch", "finally"]))
    #expect(careless.tap(on: nil) { _ in heard.record("tap") }.isResolved)
    #expect(heard.all.last == "tap" && heard.all.filter { $0 == "tap" }.count == 2)
  }

  /// It ended with one value, as if the second telling of one member were that of the other.
  @Test("A when waits for the others all the same, and a race for another winner")
  func many() {
    let (careless, pending) = (Careless(.twice), Rope<Int>())
    let all = when(fulfilled: [careless.map(on: nil) { $0 }, pending.map(on: nil) { $0 }])
    let members: [any Thenable] = [careless, pending]
    let mixed = when(fulfilled: members)
    let same = when(fulfilled: [Careless(.twice, .fulfilled(1)), Careless(.twice)])
    let best = race(fulfilled: [Careless(.twice, .rejected(Broken())), Careless(.twice)])
    careless.tellTwice(.fulfilled(1))
    #expect(all.isPending && mixed.isPending && same.isPending && best.isPending)
    pending.resolve(.fulfilled(2))
    #expect(all.value == [1, 2])
    #expect(mixed.value?.count == 2)
  }

  @Test("One with a limit takes no more from its iterator than the limit allows")
  func limited() {
    let rest = (0..<5).map { _ in Promise<Int>.pending() }
    let taken = Events<Int>()
    var next = -1
    let iterator = AnyIterator<Promise<Int>> {
      defer { next += 1 }
      taken.record(next)
      return next < 0
        ? Promise(Careless(.twice, .fulfilled(0))) : next < rest.count ? rest[next].promise : nil
    }
    let whole = when(fulfilled: iterator, concurrently: 2)
    #expect(taken.all == [-1, 0, 1])
    for pair in rest { pair.resolver.fulfill(1) }
    #expect(whole.value == [0, 1, 1, 1, 1, 1])
  }

  @Test("One that lets go of its handlers is said to have been abandoned, to those who await")
  func never() async {
    let link = Careless(.never).map(on: nil) { $0 }
    #expect(link.isPending)
    await #expect(throws: AbandonedError.self) { try await link.async() }
  }
}
