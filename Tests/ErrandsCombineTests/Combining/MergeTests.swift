import Errands
import ErrandsCombine
import ErrandsTesting
import Testing

@Suite("What several publishers send", .timeLimit(.minutes(1)))
struct MergeTests {
  @Test("Of two, three, four, or an array")
  func arities() async throws {
    #expect(try await Errand.collectingPublisher { Just(1).merge(with: [2].publisher) }.value() == [1, 2])
    #expect(
      try await Errand.collectingPublisher { Just(1).merge(with: [2].publisher, Just(3)) }.value() == [
        1, 2, 3,
      ]
    )
    #expect(
      try await Errand.collectingPublisher { Just(1).merge(with: Just(2), [3].publisher, Just(4)) }.value()
        == [1, 2, 3, 4]
    )
    #expect(try await Errand.collectingPublisher { Just(1).merge(with: Just(2)) }.value() == [1, 2])
    #expect(try await Errand.collectingPublisher { [Just(1), Just(2)].merged() }.value() == [1, 2])
    #expect(try await Errand.collectingPublisher { [Just<Int>]().merged() }.value() == [])
  }

  @Test("It finishes when all have finished")
  func finish() {
    let sources = [Source<Int, Never>(), Source<Int, Never>()]
    let probe = Probe<Int, Never>()
    sources.merged().subscribe(probe)
    probe.requestAll()
    sources[0].send(1)
    sources[0].finish()
    sources[1].send(2)
    sources[1].finish()
    #expect(probe.events.all == ["subscribed", "1", "2", "finished"])
  }

  @Test("It fails when one fails, and cancels the others")
  func fail() {
    let seen = Events<String>()
    let sources = [Source<Int, Failure>(), Source<Int, Failure>()]
    let probe = Probe<Int, Failure>()
    sources.map { $0.handleEvents(receiveCancel: { seen.record("cancelled") }) }.merged().subscribe(probe)
    probe.requestAll()
    sources[0].send(1)
    sources[0].finish(.failure(Failure()))
    sources[1].send(2)
    #expect(probe.events.all == ["subscribed", "1", "failed"])
    #expect(seen.all == ["cancelled"])
  }

  @Test("No more is delivered than asked for, none is lost, and none of them is left behind")
  func demand() {
    let probe = Probe<Int, Never>()
    [[1, 2, 3].publisher, [10, 20, 30].publisher].merged().subscribe(probe)
    #expect(probe.events.all == ["subscribed"])
    for asked in 1...6 {
      probe.request(1)
      #expect(probe.events.all.dropFirst().filter { $0 != "finished" }.count == asked)
    }
    let values = probe.events.all.compactMap { Int($0) }
    #expect(values.filter { $0 < 10 } == [1, 2, 3])
    #expect(values.filter { $0 >= 10 } == [10, 20, 30])
    #expect(values.prefix(3).contains(10))
    #expect(probe.events.all.last == "finished")
  }

  @Test("A subscriber that asks within each value gets all of them, one inside of no other")
  func reentrant() {
    let probe = Probe<Int, Never> { _ in .max(1) }
    [(0..<Sizes.rounds).publisher, (0..<Sizes.rounds).publisher].merged().subscribe(probe)
    probe.request(1)
    #expect(probe.events.count == 2 * Sizes.rounds + 2)
  }

  @Test("Who asks for one and then for everything gets everything")
  func more() {
    let probe = Probe<Int, Never>()
    [[1, 2, 3].publisher, [10, 20].publisher].merged().subscribe(probe)
    probe.request(1)
    probe.requestAll()
    #expect(probe.events.all.first == "subscribed")
    #expect(probe.events.all.last == "finished")
    #expect(probe.events.all.sorted() == ["1", "10", "2", "20", "3", "finished", "subscribed"])
  }

  @Test("From two threads at once none is lost, and the subscriber is called by one thread at a time")
  func races() async {
    let sources = [Source<Int, Never>(), Source<Int, Never>()]
    let seen = Events<Int>()
    let isBusy = Lock(false)
    let subscription = sources.merged().sink { value in
      #expect(
        isBusy.withLock { busy in
          defer { busy = true }
          return !busy
        }
      )
      seen.record(value)
      isBusy.withLock { $0 = false }
    }
    await race(rounds: Sizes.rounds) {
      sources[0].send($0)
    } _: {
      sources[1].send(-$0)
    }
    #expect(seen.count == 2 * Sizes.rounds)
    #expect(seen.all.filter { $0 > 0 } == Array(1..<Sizes.rounds))
    subscription.cancel()
  }

  @Test("Cancelling races with values and the end")
  func cancelRaces() async throws {
    try await withLiveObjects { live in
      for _ in 0..<Sizes.rounds / 10 {
        let sources = [Source<Int, Never>(), Source<Int, Never>()]
        let subscription = SafeCancellable(
          sources.merged().sink { [object = live.object("sink")] _ in _ = object }
        )
        await race(rounds: 1) { _ in
          for source in sources {
            source.send(1)
            source.finish()
          }
        } _: { _ in
          subscription.cancel()
        }
      }
    }
  }
}
