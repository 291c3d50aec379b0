import Foundation
import Synchronization

/// Runs the body on a thread of its own, away from the cooperative pool, and waits for its end.
func onThread(stackSize: Int = 512 * 1024, _ body: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    let thread = Thread {
      body()
      continuation.resume()
    }
    thread.stackSize = stackSize
    thread.start()
  }
}

/// Goes through the list from two real threads, element by element, each begun by both at the same moment.
func race<Element: Sendable>(
  over all: [Element],
  _ left: @escaping @Sendable (Element) -> Void,
  _ right: @escaping @Sendable (Element) -> Void
) async {
  let line = StartingLine()
  async let first: Void = onThread {
    for (round, element) in all.enumerated() {
      line.wait(for: round)
      left(element)
    }
  }
  async let second: Void = onThread {
    for (round, element) in all.enumerated() {
      line.wait(for: round)
      right(element)
    }
  }
  _ = await (first, second)
}

/// Lets two threads go on together.
private final class StartingLine: Sendable {
  private let arrivals = Atomic<Int>(0)

  func wait(for round: Int) {
    arrivals.add(1, ordering: .acquiringAndReleasing)
    while arrivals.load(ordering: .acquiring) < 2 * (round + 1) { sched_yield() }
  }
}

/// Waits on a thread that may not lose a moment; gives up where patience ends.
func spin(until isDone: () -> Bool) {
  let end = ContinuousClock.now + Sizes.patience
  while !isDone(), ContinuousClock.now < end { sched_yield() }
}
