import Errands
import ErrandsCombine
import ErrandsTesting
import Testing

@Suite("The newest values of several publishers", .timeLimit(.minutes(1)))
struct CombineLatestTests {
  @Test("There is one when each has sent, and another one with each value")
  func values() {
    let (numbers, words) = (Source<Int, Never>(), Source<String, Never>())
    let probe = Probe<String, Never>()
    numbers.combineLatest(words) { "\($0)\($1)" }.subscribe(probe)
    probe.requestAll()
    numbers.send(1)
    numbers.send(2)
    words.send("a")
    numbers.send(3)
    words.send("b")
    #expect(probe.events.all == ["subscribed", "2a", "3a", "3b"])
    probe.cancel()
  }

  @Test("Of two, three, four, or an array")
  func arities() {
    let seen = Events<String>()
    let one = Just(1)
    var kept: Set<AnyCancellable> = []
    one.combineLatest(Just("a")).sink { seen.record("\($0)\($1)") }.store(in: &kept)
    one.combineLatest(Just("a"), Just(2)).sink { seen.record("\($0)\($1)\($2)") }.store(in: &kept)
    one.combineLatest(Just("a"), Just(2)) { "\($0)\($1)\($2)!" }.sink { seen.record($0) }.store(in: &kept)
    one.combineLatest(Just("a"), Just(2), Just("b")).sink { seen.record("\($0)\($1)\($2)\($3)") }.store(
      in: &kept
    )
    one.combineLatest(Just("a"), Just(2), Just("b")) { "\($0)\($1)\($2)\($3)!" }.sink { seen.record($0) }
      .store(in: &kept)
    [Just(1), Just(2), Just(3)].combineLatest().sink { seen.record("\($0)") }.store(in: &kept)
    [Just<Int>]().combineLatest().sink { seen.record("\($0)") }.store(in: &kept)
    #expect(seen.all == ["1a", "1a2", "1a2!", "1a2b", "1a2b!", "[1, 2, 3]", "[]"])
  }

  @Test("It finishes when all have finished")
  func finish() {
    let sources = [Source<Int, Never>(), Source<Int, Never>()]
    let probe = Probe<[Int], Never>()
    sources.combineLatest().subscribe(probe)
    probe.requestAll()
    for source in sources { source.send(1) }
    sources[0].finish()
    sources[1].send(2)
    #expect(probe.events.all == ["subscribed", "[1, 1]", "[1, 2]"])
    sources[1].finish()
    #expect(probe.events.all == ["subscribed", "[1, 1]", "[1, 2]", "finished"])
  }

  @Test("It finishes at once when one finishes that has sent nothing, and cancels the others")
  func finishSilent() {
    let seen = Events<String>()
    let source = Source<Int, Never>()
    let probe = Probe<Int, Never>()
    source.handleEvents(receiveCancel: { seen.record("cancelled") })
      .combineLatest(Empty<Int, Never>(), +).subscribe(probe)
    probe.requestAll()
    #expect(probe.events.all == ["subscribed", "finished"])
    #expect(seen.all == ["cancelled"])
  }

  @Test("It fails when one fails, and cancels the others")
  func fail() {
    let seen = Events<String>()
    let sources = [Source<Int, Failure>(), Source<Int, Failure>()]
    let probe = Probe<[Int], Failure>()
    sources.map { $0.handleEvents(receiveCancel: { seen.record("cancelled") }) }.combineLatest().subscribe(
      probe
    )
    probe.requestAll()
    for source in sources { source.send(1) }
    sources[0].finish(.failure(Failure()))
    sources[1].send(2)
    #expect(probe.events.all == ["subscribed", "[1, 1]", "failed"])
    #expect(seen.all == ["cancelled"])
  }

  @Test("Who asks for one at a time is given the newest one, and never more than asked for")
  func demand() {
    let sources = [Source<Int, Never>(), Source<Int, Never>()]
    let probe = Probe<[Int], Never>()
    sources.combineLatest().subscribe(probe)
    probe.request(1)
    sources[0].send(1)
    sources[1].send(1)
    for value in 2...5 { sources[0].send(value) }
    #expect(probe.events.all == ["subscribed", "[1, 1]"])
    probe.request(1)
    #expect(probe.events.all == ["subscribed", "[1, 1]", "[5, 1]"])
    for source in sources { source.finish() }
    #expect(probe.events.all.last == "finished")
  }

  @Test("Cancelling cancels all of them, and frees what they sent")
  func cancel() async throws {
    try await withLiveObjects { live in
      let seen = Events<String>()
      let sources = [Source<LiveObjects.Object, Never>(), Source<LiveObjects.Object, Never>()]
      let subscription = sources.map { $0.handleEvents(receiveCancel: { seen.record("cancelled") }) }
        .combineLatest().sink { _ in seen.record("value") }
      for source in sources { source.send(live.object("value")) }
      subscription.cancel()
      for source in sources { source.send(live.object("late")) }
      #expect(seen.all == ["value", "cancelled", "cancelled"])
    }
  }

  @Test(
    "From two threads at once, each combination is newer than the one before, and the last one is the newest"
  )
  func races() async {
    let sources = [Source<Int, Never>(), Source<Int, Never>()]
    let seen = Events<[Int]>()
    let subscription = sources.combineLatest().sink { seen.record($0) }
    await race(rounds: Sizes.rounds) {
      sources[0].send($0)
    } _: {
      sources[1].send($0)
    }
    let all = seen.all
    #expect(zip(all, all.dropFirst()).allSatisfy { $0[0] <= $1[0] && $0[1] <= $1[1] })
    #expect(all.count == 2 * Sizes.rounds - 1)
    #expect(all.last == [Sizes.rounds - 1, Sizes.rounds - 1])
    subscription.cancel()
  }
}
