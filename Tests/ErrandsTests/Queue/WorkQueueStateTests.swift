import Testing

@testable import Errands

@Suite("The state of a work queue")
struct WorkQueueStateTests {
  private typealias State = WorkQueueState<Int>

  @discardableResult
  private func add(
    _ work: Int,
    _ priority: WorkPriority = .normal,
    dependencies: Int = 0,
    to state: inout State
  ) -> WorkID {
    let id = state.reserve()
    let entered = state.enter(work, as: id, priority: priority, dependencies: dependencies)
    #expect(entered)
    return id
  }

  private func drain(_ state: inout State) -> [Int] {
    var works: [Int] = []
    while let (id, work) = state.takeNext() {
      works.append(work)
      #expect(state.finish(id) == work)
    }
    return works
  }

  @Test("gives the highest priority first, and first come first served among equals")
  func order() {
    var state = State(limit: 1)
    for (work, priority) in [(1, .low), (2, .high), (3, .low), (4, .veryHigh), (5, .high), (6, .veryLow)]
      as [(Int, WorkPriority)]
    {
      add(work, priority, to: &state)
    }
    #expect(drain(&state) == [4, 2, 5, 1, 3, 6])
    #expect(state.waitingCount == 0 && state.runningCount == 0)
  }

  // All the room that there had ever been was looked through.
  @Test("finds what is there as fast after there was much", .timeLimit(.minutes(1)))
  func afterAPeak() {
    var state = State(limit: 2)
    let ids = (0..<Sizes.chain).map { add($0, to: &state) }
    let running = state.takeNext()
    for id in ids.dropFirst().dropLast() { _ = state.withdraw(id) }
    add(-1, dependencies: 2, to: &state)
    var found = 0
    for _ in 0..<Sizes.chain / 4 {
      found += state.works.count
      add(-2, to: &state)
      found += state.removeAll().count
      add(Sizes.chain - 1, to: &state)
      add(-1, dependencies: 2, to: &state)
    }
    #expect(found == Sizes.chain / 4 * 7)
    #expect(state.works == [running?.work, Sizes.chain - 1, -1])
    let finished = running.flatMap { state.finish($0.id) }
    #expect(finished == 0 && state.removeAll() == [Sizes.chain - 1, -1] && state.works == [])
  }

  @Test("gives no work beyond the limit, and the next one when a place is free")
  func limit() {
    var state = State(limit: 2)
    for work in 1...3 { add(work, to: &state) }
    let first = state.takeNext()
    #expect(first?.work == 1 && state.takeNext()?.work == 2)
    #expect(state.takeNext() == nil && !state.canStart)
    let finished = [first, first].map { $0.flatMap { state.finish($0.id) } }
    #expect(finished == [1, nil], "a place is given back once")
    #expect(state.takeNext()?.work == 3)
    #expect(state.runningCount == 2)
  }

  @Test("lets a work begin at once where a place is free, nobody waits, and it is not suspended")
  func begin() {
    var state = State(limit: 2)
    let tickets = (0..<4).map { _ in state.reserve() }
    var answers = [state.begin(0, as: tickets[0], priority: .normal)]
    state.isSuspended = true
    answers.append(state.begin(1, as: tickets[1], priority: .normal))
    state.isSuspended = false
    _ = state.enter(2, as: tickets[2], priority: .low, dependencies: 0)
    answers.append(state.begin(1, as: tickets[1], priority: .veryHigh))
    #expect(answers == [true, false, false])
    #expect(state.takeNext()?.work == 2)
    answers = [state.begin(1, as: tickets[1], priority: .veryHigh)]
    #expect(state.finish(tickets[0]) == 0)
    answers.append(state.begin(1, as: tickets[1], priority: .normal))
    #expect(answers == [false, true])
    #expect(state.runningCount == 2 && state.waitingCount == 0)
    #expect(state.withdraw(tickets[1]) == nil, "it has its place")
    #expect(state.finish(tickets[1]) == 1)
    _ = state.withdraw(tickets[3])
    let begins = state.begin(3, as: tickets[3], priority: .normal)
    #expect(!begins, "it was called off before")
  }

  @Test("lets a work leave from the head, the middle and the end of its line")
  func withdraw() {
    for leaver in 0..<5 {
      var state = State(limit: 1)
      let tickets = (0..<5).map { add($0, to: &state) }
      #expect(state.withdraw(tickets[leaver]) == leaver)
      #expect(state.withdraw(tickets[leaver]) == nil)
      add(5, to: &state)
      #expect(drain(&state) == (0...5).filter { $0 != leaver })
    }
  }

  @Test("moves a work behind those that wait in its new priority already")
  func move() {
    var state = State(limit: 1)
    let tickets = [add(1, .low, to: &state), add(2, .high, to: &state), add(3, .normal, to: &state)]
    state.move(tickets[0], to: .high)
    state.move(tickets[1], to: .high)
    #expect(drain(&state) == [2, 1, 3], "the same priority again is no move")
  }

  @Test("remembers the priority that a work is given while it waits for dependencies")
  func moveBlocked() {
    var state = State(limit: 1)
    let id = add(1, .low, dependencies: 2, to: &state)
    add(2, to: &state)
    state.move(id, to: .high)
    state.dependencySucceeded(of: id)
    #expect(state.waitingCount == 2)
    state.dependencySucceeded(of: id)
    state.dependencySucceeded(of: id)
    #expect(drain(&state) == [1, 2])
  }

  @Test("keeps a work that runs in its place, whatever is asked of it")
  func running() {
    var state = State(limit: 1)
    let id = add(1, to: &state)
    _ = state.takeNext()
    state.move(id, to: .high)
    #expect(state.withdraw(id) == nil)
    #expect(state.runningCount == 1)
    #expect(state.finish(id) == 1)
  }

  @Test("refuses a work that was called off before it entered")
  func calledOff() {
    var state = State(limit: 1)
    let id = state.reserve()
    #expect(state.withdraw(id) == nil)
    let entered = state.enter(1, as: id, priority: .normal, dependencies: 0)
    #expect(!entered)
    #expect(state.takeNext() == nil)
  }

  @Test("does not take an old id for the work that has its slot now")
  func oldTicket() {
    var state = State(limit: 1)
    let old = add(1, to: &state)
    _ = state.withdraw(old)
    let new = add(2, to: &state)
    #expect(old.slot == new.slot)
    state.dependencySucceeded(of: old)
    state.move(old, to: .veryHigh)
    #expect(state.withdraw(old) == nil && state.finish(old) == nil)
    #expect(drain(&state) == [2])
  }

  @Test("empties itself in the order in which the works came, and leaves those that run in their places")
  func removeAll() {
    var state = State(limit: 1)
    add(1, to: &state)
    _ = state.takeNext()
    let left = add(2, to: &state)
    add(3, .low, to: &state)
    _ = state.withdraw(left)
    add(4, .high, to: &state)
    add(5, dependencies: 1, to: &state)
    let reserved = state.reserve()
    #expect(state.removeAll() == [3, 4, 5, 1])
    #expect(state.waitingCount == 0 && state.runningCount == 1 && !state.canStart)
    let entered = state.enter(6, as: reserved, priority: .normal, dependencies: 0)
    #expect(entered, "it comes after")
  }

  @Test("uses the slots of works that have left again, and frees them when a long queue has emptied")
  func slots() {
    var state = State(limit: 1)
    for round in 0..<1_000 {
      add(round, to: &state)
      #expect(drain(&state) == [round])
    }
    #expect(state.slotCount == 1)
    for work in 0..<5_000 { add(work, to: &state) }
    #expect(state.slotCount == 5_000)
    #expect(drain(&state) == Array(0..<5_000))
    #expect(state.slotCount == 0)
  }

  @Test("agrees with a plain sorted list, whatever happens to it")
  func againstAList() {
    for _ in 0..<50 {
      var state = State(limit: .max)
      var model: [(id: WorkID, work: Int, priority: WorkPriority)] = []
      for work in 0..<100 {
        let priority = WorkPriority.allCases.randomElement() ?? .normal
        let chosen = model.indices.randomElement()
        switch (Int.random(in: 0..<4), chosen) {
        case (0, .some(let index)):
          #expect(state.withdraw(model[index].id) == model[index].work)
          model.remove(at: index)
        case (1, .some(let index)) where model[index].priority != priority:
          state.move(model[index].id, to: priority)
          model.append((model[index].id, model[index].work, priority))
          model.remove(at: index)
        default: model.append((add(work, priority, to: &state), work, priority))
        }
      }
      let wanted = WorkPriority.allCases.reversed().flatMap { priority in
        model.filter { $0.priority == priority }.map(\.work)
      }
      #expect(drain(&state) == wanted)
    }
  }
}
