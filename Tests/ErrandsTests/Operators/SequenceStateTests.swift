import ErrandsTesting
import Testing

@testable import Errands

@Suite("Values that come in any order")
struct OrderedValuesTests {
  @Test("come out in the order of their indices", arguments: [1, 2, 3] as [UInt64])
  func shuffled(_ seed: UInt64) {
    var random = Seeded(state: seed)
    var values = OrderedValues<Int>()
    for index in (0..<500).shuffled(using: &random) { values.put(10 * index, at: index) }
    #expect(values.values == (0..<500).map { 10 * $0 })
    #expect(values.ahead.isEmpty)
  }

  @Test("wait for those before them")
  func waiting() {
    var values = OrderedValues<String>()
    values.put("c", at: 2)
    values.put("b", at: 1)
    #expect(values.values.isEmpty && values.ahead.count == 2)
    values.put("a", at: 0)
    #expect(values.values == ["a", "b", "c"])
  }
}

@Suite("The state of a sequence")
struct SequenceStateTests {
  private var state = SequenceState<Int>(limit: 2)

  private func run() -> Run<Int> { Run(name: nil, origin: SourceLocation()) }

  @Test("gives as many indices as may be in flight, and one more for each member that has settled")
  mutating func indices() {
    let first = [state.takeIndex(), state.takeIndex(), state.takeIndex()]
    #expect(first == [0, 1, nil])
    state.pending -= 1
    let next = [state.takeIndex(), state.takeIndex()]
    #expect(next == [2, nil])
  }

  @Test("has a limit of one at least", arguments: [1, 0, -1, Int.min])
  func lowLimit(_ limit: Int) {
    var state = SequenceState<Int>(limit: limit)
    #expect(state.takeIndex() == 0)
    #expect(state.takeIndex() == nil)
  }

  // A sequence whose members cancelled their own tasks kept each of these tasks until its end: 350 MB of 200,000.
  @Test("knows the tasks that work for it, and forgets them when they end, be it before they are known")
  mutating func tasks() {
    let task = Task {}
    let numbers = (0..<3).compactMap { _ in state.startTask() }
    #expect(numbers == [0, 1, 2])
    _ = state.endTask(numbers[0])
    let isWanted = numbers.map { state.keep(task, as: $0) }
    #expect(isWanted == [true, true, true])
    #expect(state.knownTasks.count == 2)
    _ = state.endTask(numbers[1])
    #expect(state.knownTasks.count == 1)
    let former = state.end()
    #expect(former?.knownTasks == [task])
    let late = state.startTask()
    #expect(late == nil)
    let isKept = state.keep(task, as: numbers[2])
    #expect(!isKept)
  }

  // A worker that waited for ever for one that reads kept a thread busy; one that left at once cost a task for each time
  // that two of them met.
  @Test("has a worker that finds another one reading ask once more, and then leave")
  mutating func turns() {
    state.addWorker()
    state.addWorker()
    #expect(state.takeTurn(waits: true) == .read(0))
    #expect(state.takeTurn(waits: true) == .wait)
    #expect(state.workers == 2)
    #expect(state.takeTurn(waits: false) == .leave)
    #expect(state.workers == 1)
  }

  @Test("wants another worker when one has read, up to the limit, and one after the other")
  mutating func workers() {
    state.addWorker()
    state.isWorkerComing = false
    _ = state.takeTurn(waits: true)
    let first = state.endRead()
    _ = state.takeTurn(waits: true)
    let second = state.endRead()
    #expect(first && !second)
    #expect(state.takeTurn(waits: true) == .leave)
    #expect(state.workers == 2)
  }

  @Test("takes no member any more once it is over, and wants no worker for it")
  mutating func over() {
    state.addWorker()
    state.isWorkerComing = false
    _ = state.takeTurn(waits: true)
    #expect(state.end() != nil)
    let addsWorker = state.endRead()
    let place = state.inFlight.enter(run())
    #expect(!addsWorker && place == nil)
    #expect(state.takeTurn(waits: true) == .leave)
    #expect(state.end() == nil)
  }

  @Test("is done when the elements have ended and no member is pending")
  mutating func done() {
    _ = state.takeTurn(waits: true)
    _ = state.endRead()
    let place = state.inFlight.enter(run())
    #expect(state.endIfDone() == nil)
    _ = state.takeTurn(waits: true)
    state.endReading()
    #expect(state.count == 1)
    #expect(state.endIfDone() == nil)
    state.pending -= 1
    state.values.put(7, at: 0)
    _ = state.inFlight.leave(place)
    #expect(state.endIfDone()?.values.values == [7])
    #expect(state.endIfDone() == nil)
  }
}
