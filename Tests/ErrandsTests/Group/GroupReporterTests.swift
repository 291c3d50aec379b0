import ErrandsTesting
import Testing

@testable import Errands

@Suite("Reports of a group's progress")
struct GroupReporterTests {
  /// What two threads did: one had counted and was about to say so when the other counted more, and said it
  /// first.
  @Test("One who comes between another's reading and reporting does not overtake it, and is not lost")
  func overtaking() {
    let heard = Events<Int64>()
    let count = Lock<Int64>(0)
    let other = Lock<GroupReporter?>(nil)
    let reporter = GroupReporter {
      let seen = count.withLock { count in
        count += 1
        return count
      }
      if seen == 1 { other.withLock { $0 }?.report() }
      return RunProgress(completed: seen, total: 9)
    } pass: { progress in
      heard.record(progress.completed)
    }
    other.withLock { $0 = reporter }
    reporter.report()
    #expect(heard.all == [1, 2])
    reporter.report()
    #expect(heard.all == [1, 2, 3])
    other.withLock { $0 = nil }
  }

  @Test("Two threads: readings are passed on in their order, and the last one is", .timeLimit(.minutes(1)))
  func twoThreads() async {
    let heard = Events<Int64>()
    let count = Lock<Int64>(0)
    let reporter = GroupReporter {
      RunProgress(completed: count.withLock { $0 }, total: nil)
    } pass: { progress in
      heard.record(progress.completed)
    }
    let step: @Sendable (Int) -> Void = { _ in
      count.withLock { $0 += 1 }
      reporter.report()
    }
    await race(rounds: Sizes.raceRounds, step, step)
    #expect(heard.all == heard.all.sorted())
    #expect(heard.all.last == Int64(2 * Sizes.raceRounds))
  }
}
