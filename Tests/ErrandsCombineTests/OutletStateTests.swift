import ErrandsTesting
import Testing

@testable import ErrandsCombine

@Suite("What waits for a subscriber")
struct OutletStateTests {
  private typealias Subject = Probe<Int, Failure>

  private func steps(_ state: inout OutletState<Subject>) -> [String] {
    guard state.begin() else { return ["busy"] }
    var steps: [String] = []
    while true {
      switch state.next() {
      case .value(let value, _): steps.append("\(value)")
      case .completion(let completion, _, _): steps.append(completion.isFailure ? "failed" : "finished")
      case .silence: steps.append("silence")
      case .nothing: return steps
      }
    }
  }

  @Test("Values wait for a demand, and the end for the values")
  func order() {
    var state = OutletState(Subject())
    for value in 1...3 { _ = state.offer(value, surplus: .waits) }
    state.finish(.finished)
    let found1 = steps(&state)
    #expect(found1 == [])
    state.request(.max(2))
    let found2 = steps(&state)
    #expect(found2 == ["1", "2"])
    state.request(.unlimited)
    let found3 = steps(&state)
    #expect(found3 == ["3", "finished"])
    let found4 = steps(&state)
    #expect(found4 == [])
  }

  @Test("An error overtakes what nobody has asked for, and nothing else")
  func errors() {
    var state = OutletState(Subject())
    for value in 1...3 { _ = state.offer(value, surplus: .waits) }
    state.finish(.failure(Failure()))
    state.finish(.finished)
    let late = state.offer(4, surplus: .waits)
    #expect(late == 4)
    state.request(.max(1))
    let found5 = steps(&state)
    #expect(found5 == ["1", "failed"])
  }

  /// It stayed in the node, which a transformation that did not hear of its cancellation kept.
  @Test("What an error has overtaken is let go of with it")
  func overtaken() async throws {
    try await withLiveObjects { live in
      var state = OutletState(Probe<LiveObjects.Object, Failure>())
      _ = state.offer(live.object("waits"), surplus: .waits)
      state.finish(.failure(Failure()))
      _ = state.begin()
      _ = state.next()
      #expect(live.count == 0)
    }
  }

  @Test("Something is due when the subscriber can be given it, and nobody else is at it")
  func due() {
    var state = OutletState(Subject())
    var due: [Bool] = [state.isDue]
    _ = state.offer(1, surplus: .waits)
    due.append(state.isDue)
    state.request(.max(1))
    due.append(state.isDue)
    _ = state.begin()
    due.append(state.isDue)
    while case .value = state.next() {}
    state.finish(.finished)
    due.append(state.isDue)
    _ = steps(&state)
    due.append(state.isDue)
    #expect(due == [false, false, true, false, true, false])
  }

  @Test("What is too much takes the last place, or is thrown away")
  func surplus() {
    var newest = OutletState(Subject()), dropped = OutletState(Subject())
    newest.request(.max(1))
    dropped.request(.max(1))
    let replaced = (1...4).map { newest.offer($0, surplus: .replaces) }
    let thrown = (1...3).map { dropped.offer($0, surplus: .isDropped) }
    #expect(replaced == [nil, nil, 2, 3])
    #expect(thrown == [nil, 2, 3])
    for _ in 0..<2 {
      newest.request(.max(1))
      dropped.request(.max(1))
    }
    let found6 = steps(&newest)
    #expect(found6 == ["1", "4"])
    let found7 = steps(&dropped)
    #expect(found7 == ["1"])
  }

  @Test("One delivers at a time, and nobody once it is cancelled")
  func turns() {
    var state = OutletState(Subject())
    state.request(.unlimited)
    let turns = [state.begin(), state.begin()]
    #expect(turns == [true, false])
    _ = state.offer(1, surplus: .waits)
    let (downstream, waiting) = state.cancel()
    #expect(downstream != nil)
    #expect(waiting.count == 1)
    #expect(state.isClosed)
    let rest = steps(&state)
    #expect(rest == ["busy"])
  }
}
