import Errands
import ErrandsTesting

/// Several pieces of work, each carried through the style under test, in one queue that starts suspended.
final class Shift: Sendable {
  let queue: WorkQueue
  let works: [Work]
  let style: any StyleUnderTest
  let live: LiveObjects
  private let queued = Lock<[QueuedWork<Token>]>([])

  init(_ style: any StyleUnderTest, of count: Int, limit: Int = 1, live: LiveObjects = LiveObjects()) {
    self.style = style
    self.live = live
    queue = WorkQueue(limit: limit)
    queue.isSuspended = true
    works = (0..<count).map { _ in Work(.callback, live: live) }
  }

  /// Adds the next work, in the order of `works`.
  @discardableResult
  func add(priority: WorkPriority = .normal, after dependencies: [any WorkDependency] = []) -> QueuedWork<
    Token
  > {
    let number = queued.withLock { $0.count }
    let work = queue.add(style.roundTrip(works[number].errand), priority: priority, after: dependencies)
    queued.withLock { $0.append(work) }
    return work
  }

  /// The numbers of the works that have started, in their own order, not in that of their starts.
  var started: [Int] { works.indices.filter { !works[$0].noticed.text.isEmpty } }

  /// Lets the queue go on, and has the works succeed one after the other, in the order in which they must
  /// start: while one runs, none of those after it may.
  func succeeds(inOrder order: [Int]) async throws {
    queue.isSuspended = false
    for (turn, number) in order.enumerated() {
      try await patiently("the start of work \(number)") { [works] in try await works[number].hasStarted() }
      try requireEqual("started", started, order[...turn].sorted())
      works[number].succeed()
    }
  }

  /// How a work ended, as a marble.
  func outcome(of number: Int) async throws -> Character {
    let run = queued.withLock { $0[number].run }
    let answers = works.compactMap(\.answers.value)
    return try await patiently("the end of work \(number)") {
      let outcome = await run.settled()
      // A dependent fails with the error of another's.
      let known = answers.map { $0.marble(outcome) }
      return known.first { !"VX".contains($0) } ?? "X"
    }
  }

  func letGo() {
    queued.withLock { $0 = [] }
    for work in works { work.end() }
  }

  /// Waits until nothing is alive any more.
  func end() async throws {
    letGo()
    try await live.mustBeGone()
    for work in works { try await work.captured.mustBeGone() }
  }
}
