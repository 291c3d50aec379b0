import ErrandsTesting
import Testing

@testable import Errands

@Suite("The run's state")
struct RunStateTests {
  private let run = Run<Int>(name: "observed", registry: nil)

  @Test("A hook is kept while it runs, called once cancelled, dropped once finished")
  func hooks() {
    var cancelled = RunState()
    var answers = [cancelled.add(.hook {})]
    answers.append(cancelled.add(.hook {}))
    let toCall = cancelled.end(cancelled: true)
    answers.append(cancelled.add(.hook {}))
    #expect(answers == [.kept, .kept, .call])
    #expect(toCall.hookCount == 2)

    var finished = RunState()
    answers = [finished.add(.hook {})]
    let toFree = finished.end(cancelled: false)
    answers.append(finished.add(.hook {}))
    #expect(answers == [.kept, .drop])
    #expect(toFree.hookCount == 1)
  }

  @Test("Hooks are called in the order in which they were registered, the task's before them")
  func hookOrder() async {
    var state = RunState()
    let heard = Events<Int>()
    for number in 1...3 { _ = state.add(.hook { heard.record(number) }) }
    let task = Task<Void, Never> { try? await Gate().wait() }
    let answer = state.add(.task(task))
    #expect(answer == .kept)
    state.end(cancelled: true).cancelDependents()
    await task.value
    #expect(heard.all == [1, 2, 3])
    let late = state.add(.task(task))
    #expect(late == .call)
  }

  @Test("A place in a scope is handed out with the resources, and not taken after the end")
  func place() {
    var slots = LinkedSlots<AnyRun>()
    let index = slots.append(Run<Int>(name: "member", registry: nil))
    var state = RunState()
    var taken = [state.take(index)]
    #expect(state.end(cancelled: false).place == index)
    taken.append(state.take(index))
    #expect(taken == [true, false])
  }

  @Test("Resources are handed out once")
  func resources() {
    var state = RunState()
    _ = state.add(.hook {})
    state.keep(Settlement<Int>())
    _ = state.add(Self.observer())
    let first = state.end(cancelled: false)
    #expect((first.hookCount, first.keptCount, first.observerCount) == (1, 1, 1))
    state.keep(Settlement<Int>())
    let second = state.end(cancelled: false)
    #expect((second.hookCount, second.keptCount, second.observerCount) == (0, 0, 0))
  }

  @Test("A report that says nothing new, or comes after the end, is not taken")
  func reports() {
    var state = RunState()
    _ = state.add(Self.observer())
    var told = [state.take(RunProgress(completed: 1, total: 2))?.count]
    told.append(state.take(RunProgress(completed: 1, total: 2))?.count)
    _ = state.end(cancelled: false)
    told.append(state.take(RunProgress(completed: 2, total: 2))?.count)
    #expect(told == [1, nil, nil])
    #expect(state.progress == RunProgress(completed: 1, total: 2))
  }

  @Test("A new observer has something to hear when there is progress, and nothing after the end")
  func observers() {
    var state = RunState()
    var hears = [state.add(Self.observer()) != nil]
    _ = state.take(RunProgress(completed: 1, total: 2))
    hears.append(state.add(Self.observer(on: .bin)) != nil)
    _ = state.end(cancelled: false)
    hears.append(state.add(Self.observer(on: .bin)) != nil)
    #expect(hears == [false, true, false])
  }

  @Test("Observers on the spot are told last")
  func observersInOrder() {
    var state = RunState()
    for delivery in [.immediate, .bin, .concurrent] as [Delivery] {
      _ = state.add(Self.observer(on: delivery))
    }
    let taken = state.take(RunProgress(completed: 1, total: 2))
    #expect(taken?.others.map(\.delivery.isImmediate) == [false, false, true])
  }

  // A run that many had looked at for a while knew them all until its end.
  @Test("Observers that have left are let go of, and hear no more")
  func leavingObservers() {
    var state = RunState()
    let heard = Events<RunProgress>()
    let observers = (0..<100).map { _ in ProgressObserver(delivery: .immediate) { heard.record($0) } }
    for observer in observers { _ = state.add(observer) }
    var former: [Int] = []
    for observer in observers.dropLast() {
      observer.leave()
      former.append(state.observerLeft().count)
    }
    #expect(
      Array(former.prefix(51)) == [Int](repeating: 0, count: 50) + [100],
      "The list is walked when half of them have left."
    )
    for observer in observers { observer.deliver { RunProgress(completed: 1, total: 1) } }
    #expect(heard.count == 1)
    #expect(state.end(cancelled: false).observerCount == 2, "One who is there, and one who has left.")
  }

  @Test("An observer has one report in the line at most, and none joins after the end")
  func reportsJoin() {
    var state = RunState()
    let observer = Self.observer()
    _ = state.add(observer)
    var begins = [state.take(RunProgress(completed: 1, total: nil))?.count]
    begins.append(state.take(RunProgress(completed: 2, total: nil))?.count)
    #expect(begins == [1, 0])
    #expect(state.deliveries.immediate.waitingCount == 0)
    observer.deliver { nil }
    _ = state.take(RunProgress(completed: 3, total: nil))
    #expect(state.deliveries.immediate.waitingCount == 1)
    observer.dropped()
    _ = state.end(cancelled: false)
    _ = state.take(RunProgress(completed: 4, total: nil))
    #expect(state.deliveries.immediate.waitingCount == 1)
  }

  private static func observer(on delivery: Delivery = .immediate) -> ProgressObserver {
    ProgressObserver(delivery: delivery) { _ in }
  }
}

extension RunState.TakenReport {
  /// How many deliveries of it begin.
  fileprivate var count: Int { (first == nil ? 0 : 1) + others.count }
}

extension RunState.Resources {
  fileprivate var hookCount: Int { (dependent == nil ? 0 : 1) + (overflow?.dependents.count ?? 0) }
  fileprivate var keptCount: Int { overflow?.kept.count ?? 0 }
  fileprivate var observerCount: Int { overflow?.observers.count ?? 0 }
}
