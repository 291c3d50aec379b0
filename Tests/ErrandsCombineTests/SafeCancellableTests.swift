import Errands
import ErrandsCombine
import ErrandsTesting
import Testing

@Suite("What is cancelled once", .timeLimit(.minutes(1)))
struct SafeCancellableTests {
  @Test("Cancelled from two threads at once, the work is done once")
  func threads() async {
    // An `AnyCancellable` of OpenCombine does it twice now and then.
    let counts = (0..<Sizes.rounds).map { _ in Events<Int>() }
    let cancellables = counts.map { count in SafeCancellable { count.record(1) } }
    await race(rounds: Sizes.rounds) {
      cancellables[$0].cancel()
    } _: {
      cancellables[$0].cancel()
    }
    #expect(counts.allSatisfy { $0.count == 1 })
  }

  @Test("Cancelled from within its own cancellation, it comes to an end")
  func reentrant() {
    // An `AnyCancellable` of OpenCombine calls itself until the stack overflows.
    let kept = Kept<SafeCancellable>()
    let seen = Events<Int>()
    kept.set(
      SafeCancellable {
        seen.record(1)
        kept.value?.cancel()
      }
    )
    kept.value?.cancel()
    #expect(seen.count == 1)
    #expect(kept.value?.isCancelled == true)
    kept.letGo()
  }

  @Test("Letting go of it cancels it")
  func dropped() {
    let seen = Events<Int>()
    do { _ = SafeCancellable { seen.record(1) } }
    #expect(seen.count == 1)
  }

  @Test("It guards a subscription, and is stored like any other")
  func wraps() {
    let seen = Events<Int>()
    let source = Source<Int, Never>()
    let shared = SafeCancellable(source.sink { seen.record($0) })
    source.send(1)
    shared.cancel()
    source.send(2)
    #expect(seen.all == [1])
    var set: Set<AnyCancellable> = []
    SafeCancellable { seen.record(3) }.store(in: &set)
    set = []
    #expect(seen.all == [1, 3])
  }

  @Test("What it was to do is let go of when it has been done")
  func lifetimes() async throws {
    let cancellable = try await withLiveObjects { live in
      let cancellable = SafeCancellable { [object = live.object("captured")] in _ = object }
      cancellable.cancel()
      return cancellable
    }
    cancellable.cancel()
  }
}
