import Errands
import Testing

@testable import GalleryJobs

@Suite("Turns in a queue", .timeLimit(.minutes(1)))
struct TurnTests {
  @Test("So many are given at once, and the next one waits until one is given back")
  func limit() async throws {
    let queue = WorkQueue("loads", limit: 2)
    var first: Run? = queue.turn().run()
    let second = queue.turn().run()
    let third = queue.turn().run()
    #expect(first?.outcome != nil)
    #expect(second.outcome != nil)
    #expect(third.outcome == nil)
    #expect(queue.waitingCount == 1)
    first = nil
    _ = try await third.value
    #expect(queue.waitingCount == 0)
  }

  @Test("Who came first is served first")
  func order() async throws {
    let queue = WorkQueue("loads", limit: 1)
    var holder: Run? = queue.turn().run()
    let waiting = (0..<3).map { _ in queue.turn().run() }
    #expect(waiting.map { $0.outcome != nil } == [false, false, false])
    holder = nil
    _ = try await waiting[0].value
    #expect(waiting.map { $0.outcome != nil } == [true, false, false])
    #expect(holder == nil)
  }

  /// A place that was given to one who had left was lost, and after so many of them nothing was loaded any more.
  @Test("Who leaves the queue is passed over, and no place is lost")
  func leaving() async throws {
    let queue = WorkQueue("loads", limit: 1)
    var holder: Run? = queue.turn().run()
    let leaver = queue.turn().run()
    let next = queue.turn().run()
    leaver.cancel()
    #expect(queue.waitingCount == 1)
    holder = nil
    #expect(throws: CancellationError.self) { try leaver.outcome?.get() }
    _ = try await next.value
    #expect(holder == nil)
  }

  @Test("All places are there again when all are given back", arguments: [1, 3])
  func givenBack(most: Int) async throws {
    let queue = WorkQueue("loads", limit: most)
    var runs = (0..<10).map { _ in queue.turn().run() }
    while !runs.isEmpty {
      for run in runs.prefix(most) { _ = try await run.value }
      #expect(runs.count { $0.outcome != nil } == min(most, runs.count))
      runs.removeFirst()
    }
    let again = (0..<most).map { _ in queue.turn().run() }
    for run in again { _ = try await run.value }
  }

  /// In an array, each who left or was served made all behind move up: a list of 100,000 addresses took minutes.
  @Test("A hundred thousand can wait, and be served or leave, in no time")
  func crowd() async throws {
    let queue = WorkQueue("loads", limit: 1)
    var holder: Run? = queue.turn().run()
    var waiting = (0..<Sizes.crowd).map { _ in queue.turn().run() }
    for run in waiting.prefix(Sizes.crowd / 2) { run.cancel() }
    #expect(queue.waitingCount == Sizes.crowd / 2)
    holder = nil
    #expect(holder == nil)
    waiting.removeFirst(Sizes.crowd / 2)
    while waiting.count > 1 { waiting.removeFirst(min(500, waiting.count - 1)) }
    _ = try await waiting[0].value
    #expect(queue.waitingCount == 0)
  }

  @Test("A limit of less than one is one, or nothing would ever be loaded", arguments: [0, -5])
  func least(most: Int) {
    #expect(WorkQueue("loads", limit: most).turn().run().outcome != nil)
  }

  @Test("Work in its turn holds its place until it has ended, and reports how far it is")
  func turn() async throws {
    let queue = WorkQueue("loads", limit: 1)
    let members = ManualMembers(2)
    let scope = Scope()
    let runs = members.errands().map { queue.inTurn($0, until: scope).run() }
    let callback = try await members.callback(0)
    callback.report(completed: 1, total: 2)
    #expect(runs[0].progress == RunProgress(completed: 1, total: 2))
    #expect((members.begunCount, queue.waitingCount) == (1, 1))
    callback.succeed("first")
    #expect(try await runs[0].value == "first")
    try await members.callback(1).fail(CancellationError())
    await #expect(throws: CancellationError.self) { try await runs[1].value }
    _ = try await queue.turn().value()
  }

  @Test("Work that is cancelled gives its place back, and leaves the queue where it waits")
  func cancelledTurn() async throws {
    let queue = WorkQueue("loads", limit: 1)
    let members = ManualMembers(3)
    let scope = Scope()
    let runs = members.errands().map { queue.inTurn($0, until: scope).run() }
    _ = try await members.callback(0)
    runs[1].cancel()
    #expect(queue.waitingCount == 1)
    runs[0].cancel()
    try await members.callback(2).succeed("third")
    #expect(try await runs[2].value == "third")
    #expect(members.begunCount == 2)
    #expect(members.stopped.all == [0])
  }

  @Test("Where the scope ends, those who wait leave, and work whose turn has come goes on")
  func endedScope() async throws {
    let queue = WorkQueue("loads", limit: 1)
    let members = ManualMembers(3)
    let scope = Scope()
    let runs = members.errands().map { queue.inTurn($0, until: scope).run() }
    let callback = try await members.callback(0)
    scope.cancel()
    for run in runs.dropFirst() { await #expect(throws: CancellationError.self) { try await run.value } }
    #expect(queue.waitingCount == 0)
    #expect(runs[0].outcome == nil)
    callback.succeed("first")
    #expect(try await runs[0].value == "first")
    #expect(members.begunCount == 1)
    #expect(members.stopped.all.isEmpty)
  }
}
