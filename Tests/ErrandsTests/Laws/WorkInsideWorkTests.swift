import ErrandsTesting
import Testing

@testable import Errands

/// On a thread with 512 KiB of stack, of which a work inside a work inside a work would soon need more.
@Suite("Law 6: works that begin others while they start")
struct WorkInsideWorkTests {
  private static let count = Sizes.chain / 10

  @Test("Are started inside one another, as far as the stack goes", .timeLimit(.minutes(1)))
  func addedByTheOneBefore() async {
    await onThread {
      let started = Counter()
      // A place for everybody: nobody has to wait until the one before has ended.
      Self.add(Self.count, to: WorkQueue(limit: Self.count), started)
      #expect(started.count == Self.count)
      // One that waited for the one it has begun waited for ever, when that was put off.
      #expect((2..<Self.count).contains(started.peak))
    }
  }

  private static func add(_ count: Int, to queue: WorkQueue, _ started: Counter) {
    guard count > 0 else { return }
    queue.add(
      Errand<Int>.fromCallback { callback in
        started.enter()
        add(count - 1, to: queue, started)
        started.leave()
        callback.succeed(count)
      }
    )
  }
}
