import Errands
import ErrandsCombine
import ErrandsTesting
import Testing

/// Cancelling, values and ends from two threads at once: whichever comes first counts, nothing is told twice,
/// and nothing stays alive.
@Suite("Races of publishers and errands", .timeLimit(.minutes(1)))
struct RaceTests {
  @Test("Settling an errand races with cancelling its subscription")
  func settleAndCancel() async throws {
    try await withLiveObjects { live in
      let callbacks = Events<Callback<Int>>()
      let errand = Errand<Int>.fromCallback { callbacks.record($0) }
      let probes = (0..<Sizes.rounds).map { _ in
        let object = live.object("subscriber")
        return Probe<Int, any Error> { _ in
          _ = object
          return .none
        }
      }
      for probe in probes {
        errand.publisher().subscribe(probe)
        probe.requestAll()
      }
      let all = callbacks.all
      await race(rounds: Sizes.rounds) {
        all[$0].succeed($0)
      } _: {
        probes[$0].cancel()
      }
      for probe in probes {
        #expect(probe.events.count <= 3)
        probe.letGo()
      }
    }
  }

  @Test(
    "The first demand races with cancelling, of errands that are settled and of others",
    arguments: [true, false]
  )
  func requestAndCancel(settled: Bool) async {
    let errand = settled ? Errand.success(1) : Errand.fromCallback { $0.succeed(1) }
    let probes = (0..<Sizes.rounds).map { _ in Probe<Int, any Error>() }
    for probe in probes { errand.publisher().subscribe(probe) }
    await race(rounds: Sizes.rounds) {
      probes[$0].requestAll()
    } _: {
      probes[$0].cancel()
    }
    let stories = [["subscribed"], ["subscribed", "1"], ["subscribed", "1", "finished"]]
    for probe in probes {
      #expect(stories.contains(probe.events.all))
      probe.letGo()
    }
  }

  @Test("The first demand comes from two threads, and the errand is run once")
  func twoRequests() async {
    let starts = Events<Int>()
    let errand = Errand<Int>.fromCallback { callback in
      starts.record(1)
      callback.succeed(1)
    }
    let probes = (0..<Sizes.rounds).map { _ in Probe<Int, any Error>() }
    for probe in probes { errand.publisher().subscribe(probe) }
    await race(rounds: Sizes.rounds) {
      probes[$0].requestAll()
    } _: {
      probes[$0].request(1)
    }
    #expect(starts.count == Sizes.rounds)
    #expect(probes.allSatisfy { $0.events.all == ["subscribed", "1", "finished"] })
  }

  @Test("A publisher's values and end race with the cancelling of the run")
  func publisherAndCancel() async throws {
    try await withLiveObjects { live in
      let sources = (0..<Sizes.rounds).map { _ in Source<Int, Never>() }
      let runs = sources.map { source in
        Errand.fromPublisher { [object = live.object("made")] in
          source.map { value in withExtendedLifetime(object) { value } }
        }.run()
      }
      await race(rounds: Sizes.rounds) { round in
        sources[round].send(round)
        sources[round].finish()
      } _: {
        runs[$0].cancel()
      }
      for (round, run) in runs.enumerated() {
        switch run.outcome {
        case .success(let value): #expect(value == round)
        case .failure(let error): #expect(error is CancellationError)
        case nil: Issue.record("run \(round) was not settled")
        }
      }
    }
  }

  @Test("Two threads send to one who wants the first value: one of them it is")
  func first() async {
    let sources = (0..<Sizes.rounds).map { _ in Source<Int, Never>() }
    let runs = sources.map { source in Errand.fromPublisher(taking: .first) { source }.run() }
    await race(rounds: Sizes.rounds) {
      sources[$0].send(1)
    } _: {
      sources[$0].send(2)
    }
    for run in runs { #expect([1, 2].contains(try? run.outcome?.get())) }
  }

  @Test("The end of a scope races with the end of what is subscribed in it")
  func scopeAndEnd() async throws {
    try await withLiveObjects { live in
      let scopes = (0..<Sizes.rounds).map { _ in Scope() }
      let sources = scopes.map { scope in
        let source = Source<Int, Never>()
        source.sink(in: scope) { [object = live.object("sink")] _ in _ = object }
        return source
      }
      await race(rounds: Sizes.rounds) { round in
        sources[round].send(1)
        sources[round].finish()
      } _: {
        scopes[$0].cancel()
      }
      #expect(scopes.allSatisfy { $0.runCount == 0 })
    }
  }
}
