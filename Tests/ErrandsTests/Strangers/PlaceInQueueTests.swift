import ErrandsTesting
import Testing

@testable import Errands

// Work in a queue that was to wait there once more took the last place, and waited for it for ever.
@Suite("Work that has a place in a queue needs no second one there")
struct PlaceInQueueTests {
  /// Ways to ask twice for a place in one queue.
  enum Twice: String, CaseIterable, Codable, Sendable, CustomTestStringConvertible {
    case on, added, mapped, flatMapped, recovered, retried, limited, delayed, thrice, aroundAnother, named

    var testDescription: String { rawValue }

    func errand(_ inner: Errand<Int>, _ queue: WorkQueue) -> Errand<Int> {
      switch self {
      case .on: inner.on(queue).on(queue)
      case .added:
        .fromCallback { [inner = inner.on(queue)] callback in
          queue.add(inner).run.whenSettled(on: .immediate) { callback($0) }
        }
      case .mapped: inner.on(queue).map { $0 }.on(queue)
      case .flatMapped: Errand.success(1).flatMap { _ in inner.on(queue) }.on(queue)
      case .recovered: Errand.failure(ManualError()).recover { _ in inner.on(queue) }.on(queue)
      case .retried: inner.on(queue).retry().on(queue)
      case .limited: inner.on(queue).timeout(after: .seconds(3_600)).on(queue)
      case .delayed: inner.on(queue).delay(for: .zero).on(queue)
      case .thrice: inner.on(queue).on(queue, priority: .low).map { $0 }.on(queue, priority: .high)
      case .aroundAnother: inner.on(queue).on(WorkQueue(limit: 1)).ensure {}.on(queue)
      case .named: inner.on(queue).reporting(to: ProgressReporter { _, _ in }).on(queue)
      }
    }
  }

  @Test("It runs", arguments: Twice.allCases)
  func runs(twice: Twice) async {
    await #expect(processExitsWith: .success) { [twice = twice as Twice] in
      Watchdog.start()
      let queue = WorkQueue(limit: 1)
      let value = try await twice.errand(Errand { 7 }, queue).value()
      #expect(value == 7)
      let counts = [queue.runningCount, queue.waitingCount]
      #expect(counts == [0, 0])
    }
  }

  @Test("Many of them keep to the limit", arguments: Twice.allCases, [1, 3])
  func limit(twice: Twice, limit: Int) async {
    await #expect(processExitsWith: .success) { [twice = twice as Twice, limit = limit as Int] in
      Watchdog.start()
      let (queue, counter) = (WorkQueue(limit: limit), Counter())
      let work = Errand<Int> {
        counter.enter()
        await Task.yield()
        counter.leave()
        return 7
      }
      let runs = (0..<200).map { _ in twice.errand(work, queue).run() }
      for run in runs {
        let value = try await run.value
        #expect(value == 7)
      }
      let (count, peak) = (counter.count, counter.peak)
      #expect(count == 200)
      #expect(peak <= limit)
    }
  }

  @Test("Cancelled, it gives its only place back", arguments: Twice.allCases)
  func cancelled(twice: Twice) async {
    await #expect(processExitsWith: .success) { [twice = twice as Twice] in
      Watchdog.start()
      let (queue, started) = (WorkQueue(limit: 1), Events<Int>())
      let stopped = Events<Int>()
      let inner = Errand<Int>.fromCallback { callback in
        let kept = Kept(callback)
        callback.onCancel {
          stopped.record(1)
          kept.letGo()
        }
        started.record(1)
      }
      let run = twice.errand(inner, queue).run()
      _ = try await started.event(1)
      if twice == .added { queue.cancelAll() } else { run.cancel() }
      let (stops, running) = (stopped.count, queue.runningCount)
      #expect(stops == 1)
      #expect(running == 0)
      let next = try await Errand { 8 }.on(queue).value()
      #expect(next == 8)
    }
  }

  @Test("What comes behind a place has none, and waits for its turn", .timeLimit(.minutes(1)))
  func behind() async throws {
    let (queue, counter) = (WorkQueue(limit: 1), Counter())
    let work = Errand<Int> {
      counter.enter()
      await Task.yield()
      counter.leave()
      return 7
    }
    let pairs = (0..<100).map { _ in work.on(queue).flatMap { _ in work.on(queue) } }
    let values = try await Errand.all(pairs).value()
    #expect(values.count == 100)
    #expect(counter.count == 200)
    #expect(counter.peak == 1)
  }

  @Test("Shared work has a place of its own, as it is also somebody else's", .timeLimit(.minutes(1)))
  func shared() async throws {
    let (queue, counter) = (WorkQueue(limit: 2), Counter())
    let shared = Errand<Int> {
      counter.enter()
      await Task.yield()
      counter.leave()
      return 7
    }.on(queue).shared()
    #expect(try await shared.on(queue).value() == 7)
    #expect(counter.peak == 1)
    #expect(queue.count == 0)
  }
}
