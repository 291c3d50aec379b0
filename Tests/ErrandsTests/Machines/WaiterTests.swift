import ErrandsTesting
import Testing

@testable import Errands

// Two hundred thousand tasks that had given up waiting for a run kept 50 MB for as long as the run went on.
@Suite("Those who wait for a cell")
struct WaiterTests {
  @Test("are woken in the order in which they came, before any handler, with the error if there is one")
  func order() {
    let heard = Events<String>()
    let cell = Settlement<Int>()
    cell.whenSettled { _ in heard.record("handler") }
    for number in 1...3 {
      let waits = cell.add(
        WaitingCall { failure in heard.record("\(number) \(failure.map { "\($0)" } ?? "-")") }
      )
      #expect(waits)
    }
    cell.settle(.failure(ManualError(number: 1)))
    #expect(heard.all == (1...3).map { "\($0) \(ManualError(number: 1))" } + ["handler"])
  }

  @Test("can leave in any order, and are not woken then", arguments: [1, 2, 3] as [UInt64])
  func leave(_ seed: UInt64) {
    var random = Seeded(state: seed)
    let heard = Events<Int>()
    let cell = Settlement<Int>()
    let waiters = (0..<50).map { number in WaitingCall { _ in heard.record(number) } }
    for waiter in waiters { #expect(cell.add(waiter)) }
    let leaving = Set((0..<50).shuffled(using: &random).prefix(35))
    for number in leaving.shuffled(using: &random) {
      #expect(cell.remove(waiters[number]))
      #expect(!cell.remove(waiters[number]), "it has left already")
    }
    #expect(cell.state.handlers.isWaitedFor)
    cell.settle(.success(1))
    #expect(heard.all == (0..<50).filter { !leaving.contains($0) })
  }

  // Whoever came next stood behind one who had left, and nobody woke it.
  @Test(
    "and come when others have left, are woken behind those that stayed",
    arguments: [[0], [1], [2], [0, 1], [1, 0], [1, 2], [2, 1], [0, 2], [2, 0], [0, 1, 2]]
  )
  func comeAfterLeaving(_ leaving: [Int]) {
    let heard = Events<Int>()
    let cell = Settlement<Int>()
    let waiters = (0...3).map { number in WaitingCall { _ in heard.record(number) } }
    for waiter in waiters[..<3] { #expect(cell.add(waiter)) }
    for number in leaving { #expect(cell.remove(waiters[number])) }
    #expect(cell.add(waiters[3]))
    cell.settle(.success(1))
    #expect(heard.all == (0...3).filter { !leaving.contains($0) })
  }

  @Test("lie in one place with the handlers, and neither loses the other", arguments: [true, false])
  func besideHandlers(_ stay: Bool) {
    let heard = Events<String>()
    let cell = Settlement<Int>()
    let waiters = (1...2).map { number in WaitingCall { _ in heard.record("waiter \(number)") } }
    #expect(cell.add(waiters[0]))
    cell.whenSettled { _ in heard.record("handler 1") }
    cell.whenSettled { _ in heard.record("handler 2") }
    #expect(cell.add(waiters[1]))
    if !stay { for waiter in waiters { #expect(cell.remove(waiter)) } }
    cell.whenSettled { _ in heard.record("handler 3") }
    cell.settle(.success(1))
    #expect(heard.all == (stay ? ["waiter 1", "waiter 2"] : []) + (1...3).map { "handler \($0)" })
  }

  @Test("do not begin to wait where they have given up, or where there is an outcome")
  func tooLate() {
    let cell = Settlement<Int>()
    let hasten = WaitingCall { _ in Issue.record("woken, though it gave up before it waited") }
    #expect(!cell.remove(hasten))
    #expect(!cell.add(hasten))
    cell.settle(.success(1))
    #expect(!cell.add(WaitingCall { _ in Issue.record("woken, though there was nothing to wait for") }))
  }

  @Test("and come while others are being woken, are woken behind them")
  func meanwhile() {
    let heard = Events<String>()
    let cell = Settlement<Int>()
    let second = WaitingCall { _ in heard.record("second") }
    let first = WaitingCall { _ in
      #expect(cell.add(second))
      #expect(cell.announcedOutcome == nil)
      heard.record("first")
    }
    #expect(cell.add(first))
    cell.settle(.success(1))
    #expect(heard.all == ["first", "second"])
    #expect(cell.announcedOutcome?.label == "value 1")
  }

  @Test("are told where the cell goes away unsettled")
  func abandoned() {
    let heard = Events<String>()
    do {
      let cell = Settlement<Int>()
      for _ in 1...2 { #expect(cell.add(WaitingCall { heard.record("\(type(of: $0))") })) }
    }
    #expect(heard.all == ["Optional<Error>", "Optional<Error>"])
  }

  @Test("leave nothing behind when they give up", .timeLimit(.minutes(1)))
  func nothingLeft() async throws {
    let run = Run<Int>(name: "goes on", registry: nil)
    try await withLiveObjects { live in
      for number in 0..<1_000 {
        let task = Task { [object = live.object("\(number)")] in
          await #expect(throws: CancellationError.self) { try await run.value }
          withExtendedLifetime(object) {}
        }
        if number.isMultiple(of: 2) { await Task.yield() }
        task.cancel()
        await task.value
      }
    }
    #expect(run.settlement.state.handlers.isEmpty)
    run.settle(.success(1))
  }

  @Test("A blocked thread goes on with the outcome, or when its limit has passed", .timeLimit(.minutes(1)))
  func thread() async {
    let cell = Settlement<Int>()
    await race(rounds: 1) { _ in
      let waiter = WaitingThread()
      if cell.add(waiter) { #expect(waiter.wait()) }
      #expect(cell.outcome?.label == "value 1")
    } _: { _ in
      cell.settle(.success(1))
    }
    await onThread { #expect(!WaitingThread().wait(until: .now())) }
  }
}
