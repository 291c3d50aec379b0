import Errands
import ErrandsTesting
import Testing

@testable import ErrandsCombine

@Suite("States of subscriptions, as values")
struct StateTests {
  @Test("A subscription to an errand begins once, and its subscriber belongs to one")
  func errandSubscription() {
    var state = ErrandSubscriptionState()
    let begun = [state.begin(), state.begin()]
    #expect(begun == [true, false])
    let delivered = [state.deliver(), state.deliver()]
    #expect(delivered == [true, false])
    let told = [state.finish().isTold, state.finish().isTold]
    #expect(told == [true, false])
    let ours = state.end().isOurs
    #expect(!ours)
  }

  @Test("One that is cancelled while it delivers is not told of the end, and a run that is late is cancelled")
  func cancelledSubscription() {
    var state = ErrandSubscriptionState()
    _ = state.begin()
    _ = state.deliver()
    let ours = state.end().isOurs
    #expect(!ours)
    let isTold = state.finish().isTold
    #expect(!isTold)
    let isKept = state.keep(Errand.success(1).run())
    #expect(!isKept)
  }

  @Test("What is asked for before the subscription comes is asked for then")
  func inlet() {
    let source = CurrentValueSubject<Int, Never>(1)
    let seen = Events<String>()
    let inlet = Inlet<Int, Never>(
      value: { inlet, value in
        seen.record("\(value)")
        if value == 2 { inlet.cancel() }
        return .none
      },
      completion: { _ in seen.record("end") }
    )
    inlet.connection.request(.none)
    inlet.connection.request(.max(2))
    source.subscribe(inlet)
    source.send(2)
    source.send(3)
    inlet.connection.request(.unlimited)
    source.send(completion: .finished)
    #expect(seen.all == ["1", "2"])
  }

  @Test("A second subscription is cancelled, and so is one that comes too late")
  func secondSubscription() {
    let seen = Events<String>()
    let source = Source<Int, Never>()
    let inlet = Inlet<Int, Never>(demand: .unlimited, value: { _, _ in .none }, completion: { _ in })
    source.subscribe(inlet)
    source.handleEvents(receiveCancel: { seen.record("second") }).subscribe(inlet)
    inlet.cancel()
    source.handleEvents(receiveCancel: { seen.record("late") }).subscribe(inlet)
    #expect(seen.all == ["second", "late"])
  }

  @Test("Elements come in batches, then the error once, and then nothing")
  func elements() {
    var state = ElementBufferState<Int, Failure>()
    for value in 1...3 { _ = state.append(value) }
    _ = state.complete(.failure(Failure()))
    _ = state.append(4)
    guard case .elements(let batch) = state.take() else { return Issue.failed() }
    #expect(batch == [1, 2, 3])
    guard case .completed(.failure(let error)) = state.take() else { return Issue.failed() }
    #expect(error == Failure())
    guard case .completed(.finished) = state.take() else { return Issue.failed() }
  }

  @Test("A reader who waits is woken by a value, by the end and by being cancelled")
  func arrivals() {
    for way in 0..<3 {
      var state = ElementBufferState<Int, Never>()
      guard case .wait(let arrival) = state.take() else { return Issue.failed() }
      let woken =
        switch way {
        case 0: state.append(1)
        case 1: state.complete(.finished).arrival
        default: state.cancel().arrival
        }
      #expect(woken === arrival)
    }
  }

  @Test("Ticks whose time has passed are left out")
  func ticks() {
    let start = VirtualClock.Instant()
    var state = TickState(start, every: .seconds(2))
    let before = state.next(after: start)
    #expect(before == nil)
    let begun = [state.begin(at: start), state.begin(at: start)]
    #expect(begun == [true, false])
    let due = [0, 2, 3, 9, 10].map { second in
      state.next(after: start.advanced(by: .seconds(second)))?.offset
    }
    #expect(due == [.seconds(2), .seconds(4), .seconds(6), .seconds(10), .seconds(12)])
    _ = state.end()
    let after = state.next(after: start)
    #expect(after == nil)
  }

  // A whole number that a processor's register has no room for ended the process after nine seconds.
  @Test("The shortest interval there is has a next tick, however long it has ticked")
  func shortestTicks() {
    let interval = Duration(secondsComponent: 0, attosecondsComponent: 1)
    let start = VirtualClock.Instant()
    var state = TickState(start, every: interval)
    _ = state.begin(at: start)
    for second in [0, 1, 10, 1_000_000] {
      let now = start.advanced(by: .seconds(second))
      let next = state.next(after: now)
      #expect(next == now.advanced(by: interval))
    }
  }

  @Test("Results that are early wait for their turn, or do not")
  func asyncMap() {
    for isOrdered in [true, false] {
      var state = AsyncMapState<Int, String, Never>(limit: 3, isOrdered: isOrdered)
      let numbers = (0..<3).map { _ in state.start() }
      #expect(numbers == [0, 1, 2])
      let ready = [2, 0, 1].map { number in
        state.finish(number, .success("\(number)")).ready.map { $0.get() }
      }
      #expect(ready == (isOrdered ? [[], ["0"], ["1", "2"]] : [["2"], ["0"], ["1"]]))
      #expect(state.isDone)
      _ = state.end()
      let late = state.start()
      #expect(late == nil)
    }
  }

  @Test("A result that has come before its turn is let go of when it is cancelled")
  func earlyResult() {
    let live = LiveObjects()
    var state = AsyncMapState<Int, LiveObjects.Object, Never>(limit: 2, isOrdered: true)
    let numbers = (0..<2).map { _ in state.start() }
    #expect(numbers == [0, 1])
    let early = state.finish(1, .success(live.object("early"))).ready
    #expect(early.isEmpty)
    #expect(live.count == 1)
    let count = state.end().unused.count
    #expect(count == 1)
    #expect(live.count == 0)
    let late = state.finish(0, .success(live.object("late"))).ready
    #expect(late.isEmpty)
  }

  @Test("A combination is complete when all have been heard, and over when a silent one finishes")
  func combineLatest() {
    var state = CombineLatestState(count: 3) { "all" }
    state.hear(from: 0)
    state.hear(from: 1)
    #expect(state.combination == nil)
    let finished = Subscribers.Completion<Failure>.finished
    let over = [state.finish(0, finished).isOver, state.finish(2, finished).isOver]
    #expect(over == [false, true])
    state.hear(from: 2)
    #expect(state.combination == "all")
    _ = state.end()
    #expect(state.combination == nil)
  }

  @Test("Who wants one at a time asks each once, and then the one whose value was delivered")
  func merge() {
    var state = MergeState<Int, Never>(count: 2)
    let inlets = (0..<2).map { _ in Inlet<Int, Never>(value: { _, _ in .none }, completion: { _ in }) }
    state.keep(inlets.map(\.connection))
    let first = state.request(.max(5))
    #expect(first.sources.count == 2)
    #expect(first.demand == .max(1))
    let again = state.request(.max(5))
    #expect(again.sources.isEmpty)
    state.hear(from: 1)
    let next = state.delivered()
    #expect(next === inlets[1].connection)
    let everything = state.request(.unlimited)
    #expect(everything.demand == .unlimited)
    let finished = [state.finish(.finished).isOver, state.finish(.finished).isOver]
    #expect(finished == [false, true])
  }
}
