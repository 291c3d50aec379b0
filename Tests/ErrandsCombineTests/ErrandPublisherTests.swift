import Errands
import ErrandsCombine
import ErrandsTesting
import Testing

@Suite("An errand as a publisher", .timeLimit(.minutes(1)))
struct ErrandPublisherTests {
  @Test("It gives the value and finishes; a failing one gives its error")
  func outcomes() {
    let values = Probe<Int, any Error>(), errors = Probe<Int, any Error>()
    Errand.success(1).publisher().subscribe(values)
    Errand<Int>.failure(Failure()).publisher().subscribe(errors)
    values.requestAll()
    errors.requestAll()
    #expect(values.events.all == ["subscribed", "1", "finished"])
    #expect(errors.events.all == ["subscribed", "failed"])
  }

  @Test("It comes through operators")
  func operators() {
    let seen = Events<String>()
    let subscription = Errand.success("sea").publisher().map { $0.count }.sink(
      receiveCompletion: { _ in seen.record("end") },
      receiveValue: { seen.record("\($0)") }
    )
    #expect(seen.all == ["3", "end"])
    subscription.cancel()
  }

  @Test("Nothing starts before there is a demand, and each subscription runs the errand")
  func cold() async throws {
    let work = ManualWork<Int>()
    let publisher = work.errand.publisher()
    let probes = [Probe<Int, any Error>(), Probe<Int, any Error>()]
    for probe in probes { publisher.subscribe(probe) }
    #expect(work.startCount == 0)
    probes[0].request(1)
    #expect(work.startCount == 1)
    probes[0].request(1)
    probes[0].requestAll()
    #expect(work.startCount == 1)
    probes[1].request(1)
    #expect(work.startCount == 2)
    try await work.callback().succeed(1)
    #expect(probes[0].events.all == ["subscribed", "1", "finished"])
    #expect(probes[1].events.all == ["subscribed"])
    probes[1].cancel()
  }

  @Test("A demand for nothing starts nothing")
  func noDemand() {
    let work = ManualWork<Int>()
    let probe = Probe<Int, any Error>()
    work.errand.publisher().subscribe(probe)
    probe.request(0)
    #expect(work.startCount == 0)
    probe.request(1)
    #expect(work.startCount == 1)
    probe.cancel()
  }

  @Test("Law 4: Cancelling the subscription stops the work, and nothing is delivered after that")
  func cancel() async throws {
    let work = ManualWork<Int>()
    let probe = Probe<Int, any Error>()
    work.errand.publisher().subscribe(probe)
    probe.request(1)
    probe.cancel()
    #expect(work.stops.count == 1)
    try await work.callback().succeed(1)
    probe.cancel()
    #expect(probe.events.all == ["subscribed"])
    probe.request(1)
    #expect(work.startCount == 1)
  }

  @Test("A subscription that is cancelled before its first demand never starts the work")
  func cancelledBefore() {
    let work = ManualWork<Int>()
    let probes = [Probe<Int, any Error>(), Probe<Int, any Error>()]
    work.errand.publisher().subscribe(probes[0])
    Errand.success(1).publisher().subscribe(probes[1])
    for probe in probes {
      probe.cancel()
      probe.request(1)
      #expect(probe.events.all == ["subscribed"])
    }
    #expect(work.startCount == 0)
  }

  /// The subscription knew its run only when the work had been started: whoever cancelled meanwhile found nothing to stop.
  @Test("Who cancels while the work is being started stops it, and it has stopped when the call returns")
  func cancelWhileStarting() {
    let probe = Probe<Int, any Error>()
    let callbacks = Events<Callback<Int>>()
    let seen = Events<String>()
    let errand = Errand<Int>.fromCallback { callback in
      callbacks.record(callback)
      callback.onCancel { seen.record("stopped") }
      probe.cancel()
      seen.record("started")
    }
    errand.publisher().subscribe(probe)
    probe.requestAll()
    #expect(seen.all == ["stopped", "started"])
    #expect(probe.events.all == ["subscribed"])
    probe.letGo()
  }

  @Test("Who cancels while it is given the value is not told of the end", arguments: [true, false])
  func cancelWithin(settled: Bool) {
    let kept = Kept<Probe<Int, any Error>>()
    let probe = Probe<Int, any Error> { _ in
      kept.value?.cancel()
      return .none
    }
    kept.set(probe)
    let errand = settled ? Errand.success(1) : Errand.fromCallback { $0.succeed(1) }
    errand.publisher().subscribe(probe)
    probe.requestAll()
    #expect(probe.events.all == ["subscribed", "1"])
    kept.letGo()
  }

  @Test("Law 1: A dropped callback arrives as an error")
  func abandoned() {
    let probe = Probe<Int, any Error>()
    Errand<Int>.fromCallback { _ in }.publisher().subscribe(probe)
    probe.requestAll()
    #expect(probe.events.all == ["subscribed", "abandoned"])
  }

  @Test("Law 3: A scope that ends cancels the run, and one that has ended lets none start")
  func scope() {
    let work = ManualWork<Int>()
    let scope = Scope()
    let publisher = work.errand.publisher(in: scope)
    let (first, late) = (Probe<Int, any Error>(), Probe<Int, any Error>())
    publisher.subscribe(first)
    publisher.subscribe(late)
    first.requestAll()
    #expect(scope.runCount == 1)
    scope.cancel()
    late.requestAll()
    #expect(first.events.all == ["subscribed", "cancelled"])
    #expect(late.events.all == ["subscribed", "cancelled"])
    #expect(work.startCount == 1)
    #expect(work.stops.count == 1)
  }

  @Test("A scope that has ended refuses what is settled already, too")
  func settledInScope() {
    let scope = Scope()
    scope.cancel()
    let probe = Probe<Int, any Error>()
    Errand.success(1).publisher(in: scope).subscribe(probe)
    probe.requestAll()
    #expect(probe.events.all == ["subscribed", "cancelled"])
  }

  @Test("The publisher does not keep its scope alive")
  func scopeLifetime() {
    let work = ManualWork<Int>()
    let probe = Probe<Int, any Error>()
    var scope: Scope? = Scope()
    let publisher = work.errand.publisher(in: scope)
    publisher.subscribe(probe)
    probe.requestAll()
    scope = nil
    #expect(scope == nil)
    #expect(probe.events.all == ["subscribed", "cancelled"])
  }

  @Test("Every run is seen in the trace, that of a settled errand, too")
  func trace() {
    let errand = Errand.success(1)
    let publisher = errand.publisher()
    let seen = Events<String>()
    let observation = Trace.observe { event in
      if event.name == errand.name { seen.record("\(event.kind)") }
    }
    let probe = Probe<Int, any Error>()
    publisher.subscribe(probe)
    probe.requestAll()
    observation.cancel()
    #expect(seen.count > 2)
    #expect(probe.events.all == ["subscribed", "1", "finished"])
  }

  @Test("A value arrives on the thread that settles the run, or where receive(on:) says")
  func place() async throws {
    let work = ManualWork<Int>()
    let seen = Events<Int>()
    let subscription = work.errand.publisher().sink(
      receiveCompletion: { @Sendable _ in },
      receiveValue: { @Sendable value in seen.record(value) }
    )
    let callback = try await work.callback()
    await onThread {
      callback.succeed(1)
      #expect(seen.all == [1])
    }
    subscription.cancel()
  }
}
