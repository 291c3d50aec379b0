import ErrandsTesting
import Testing

@testable import Errands

// Promise libraries settle a chain by recursion, and overflow the stack; a plain list of what is to be done gave
// another order than the recursion that their users know.
@Suite("What follows from settling, depth first and in a loop")
struct CascadeTests {
  private final class Job: Sendable {
    let perform: @Sendable () -> Void

    init(_ perform: @escaping @Sendable () -> Void) { self.perform = perform }

    func follow() { Cascade.follow(self) { $0.perform() } }
    func perform(atOnce: Void) { Cascade.perform(self) { $0.perform() } }
  }

  @Test("What a job puts off is done right after it, in the order of recursion")
  func depthFirst() {
    let order = Events<String>()
    let inner = Job { order.record("1.1") }
    let first = Job {
      order.record("1")
      inner.follow()
      order.record("1 ends")
    }
    let both = Job {
      // Put off last, so done first: a handler leaves only the last thing that it does.
      Job { order.record("2") }.follow()
      first.follow()
    }
    both.follow()
    #expect(order.all == ["1", "1 ends", "1.1", "2"])
  }

  @Test("What is performed is done, with all that follows, when the call returns")
  func atOnce() {
    let order = Events<String>()
    Job {
      order.record("outer")
      Job {
        order.record("inner")
        Job { order.record("behind inner") }.follow()
      }.perform(atOnce: ())
      order.record("outer ends")
    }.perform(atOnce: ())
    #expect(order.all == ["outer", "inner", "behind inner", "outer ends"])
  }

  @Test(
    "A hundred thousand jobs that perform one another need no more than a small stack",
    .timeLimit(.minutes(1))
  )
  func deep() async {
    let done = Events<Int>()
    await onThread { Self.perform(Sizes.chain, done) }
    #expect(done.count == Sizes.chain + 1)
  }

  private static func perform(_ left: Int, _ done: Events<Int>) {
    Job {
      done.record(left)
      if left > 0 { perform(left - 1, done) }
    }.perform(atOnce: ())
  }

  @Test("Levels are counted as recursion would, by calls and by what follows alike")
  func levels() {
    let levels = Events<Bool>()
    let descended = Cascade.descend(atMost: 2) {
      Job {
        levels.record(Cascade.descend(atMost: 2) { levels.record(Cascade.descend(atMost: 2) {}) })
      }.follow()
    }
    #expect(descended)
    #expect(levels.all == [false, true])
    #expect(Cascade.descend(atMost: 1) {})
  }

  @Test("A level ends with its call")
  func levelEnds() {
    _ = Cascade.descend(atMost: 9) {
      #expect(Cascade.descend(atMost: 2) {})
      #expect(Cascade.descend(atMost: 2) {})
      #expect(!Cascade.descend(atMost: 1) { Issue.record("deeper than the limit") })
    }
  }
}
