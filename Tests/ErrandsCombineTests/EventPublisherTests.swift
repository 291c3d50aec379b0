import Errands
import ErrandsCombine
import ErrandsTesting
import Testing

@Suite("The events of an errand as a publisher", .timeLimit(.minutes(1)))
struct EventPublisherTests {
  private func probe(
    _ more: @escaping @Sendable (RunEvent<Int>) -> Subscribers.Demand = { _ in .none }
  ) -> Probe<RunEvent<Int>, Never> { Probe(more: more) }

  private func sign(_ event: RunEvent<Int>) -> String {
    switch event {
    case .progress(let progress): "\(progress.completed)"
    case .settled(.success(let value)): "= \(value)"
    case .settled(.failure(let error)): error is CancellationError ? "cancelled" : "failed"
    }
  }

  @Test("It gives progress, then the outcome, and finishes; a failure is an outcome, too")
  func order() async throws {
    let heard = Events<String>()
    let work = ManualWork<Int>()
    let subscription = work.errand.eventPublisher().sink(
      receiveCompletion: { _ in heard.record("finished") },
      receiveValue: { heard.record(sign($0)) }
    )
    let callback = try await work.callback()
    callback.report(completed: 1, total: 2)
    callback.report(completed: 2, total: 2)
    callback.succeed(7)
    callback.report(completed: 3, total: nil)
    #expect(heard.all == ["1", "2", "= 7", "finished"])
    let failing = Errand<Int>.failure(Failure()).eventPublisher().sink { heard.record(sign($0)) }
    #expect(heard.all.last == "failed")
    subscription.cancel()
    failing.cancel()
  }

  @Test("Its events can be switched over in a sink")
  func switching() {
    let errand = Errand.success(1)
    let subscription = errand.eventPublisher().sink { event in
      switch event {
      case .progress(let progress): print(progress)
      case .settled(let outcome): print(outcome)
      }
    }
    subscription.cancel()
  }

  @Test("Nothing starts before there is a demand")
  func cold() {
    let work = ManualWork<Int>()
    let slow = probe()
    work.errand.eventPublisher().subscribe(slow)
    #expect(work.startCount == 0)
    slow.request(1)
    slow.request(1)
    #expect(work.startCount == 1)
    slow.cancel()
    #expect(work.stops.count == 1)
  }

  /// A backlog of reports grew behind a subscriber that asked for one at a time.
  @Test("Law 7: A slow subscriber gets the newest progress, and the outcome in any case")
  func slow() async throws {
    let work = ManualWork<Int>()
    let heard = Events<String>()
    let slow = probe { event in
      heard.record(sign(event))
      return .none
    }
    work.errand.eventPublisher().subscribe(slow)
    slow.request(1)
    let callback = try await work.callback()
    for completed in 1...1_000 { callback.report(completed: Int64(completed), total: nil) }
    slow.request(1)
    #expect(heard.all == ["1", "1000"])
    callback.report(completed: 1_001, total: nil)
    callback.succeed(7)
    callback.report(completed: 1_002, total: nil)
    slow.request(1)
    slow.request(1)
    #expect(heard.all == ["1", "1000", "1001", "= 7"])
    #expect(slow.events.all.last == "finished")
  }

  /// What waited was delivered inside the request, on the thread of whoever made that.
  @Test("Law 2: What a slow subscriber asks for comes where the events come, too")
  func place() async throws {
    let (work, handed, told) = (ManualWork<Int>(), Events<@Sendable () -> Void>(), Events<String>())
    let slow = probe { event in
      told.record(sign(event))
      return .none
    }
    work.errand.eventPublisher(on: Delivery { handed.record($0) }).subscribe(slow)
    slow.request(1)
    let callback = try await work.callback()
    callback.report(completed: 1, total: 2)
    try await handed.event(1)()
    callback.report(completed: 2, total: 2)
    try await handed.event(2)()
    #expect(told.all == ["1"])
    callback.succeed(7)
    try await handed.event(3)()
    slow.request(2)
    #expect(told.all == ["1"])
    try await handed.event(4)()
    #expect(told.all == ["1", "2", "= 7"])
    #expect(slow.events.all.last == "finished")
  }

  @Test("A subscriber whose place throws away what it has asked for is let go of")
  func placeThatThrowsAway() async throws {
    try await withLiveObjects { live in
      let (work, throwsAway) = (ManualWork<Int>(), Gate())
      let object = live.object("held by the subscriber")
      let slow = probe { _ in withExtendedLifetime(object) { .none } }
      let place = Delivery { work in if !throwsAway.isOpen { work() } }
      work.errand.eventPublisher(on: place).subscribe(slow)
      slow.request(1)
      let callback = try await work.callback()
      for completed in 1...2 { callback.report(completed: Int64(completed), total: 2) }
      callback.succeed(7)
      throwsAway.open()
      slow.request(2)
      #expect(slow.events.count == 2)
      slow.letGo()
    }
  }

  @Test("Law 4: Cancelling stops the work and all deliveries; the end of the scope is an outcome")
  func cancelling() async throws {
    let work = ManualWork<Int>()
    let scope = Scope()
    let heard = Events<String>()
    let cancelled = probe()
    work.errand.eventPublisher().subscribe(cancelled)
    cancelled.requestAll()
    cancelled.cancel()
    try await work.callback().succeed(1)
    #expect(cancelled.events.all == ["subscribed"])
    let subscription = work.errand.eventPublisher(in: scope).sink { heard.record(sign($0)) }
    scope.cancel()
    #expect(heard.all == ["cancelled"])
    #expect(work.stops.count == 2)
    subscription.cancel()
  }

  /// As in a subscription to the value, the run was known only when its work had been started.
  @Test("Law 4: Who cancels while the work is being started has stopped it when the call returns")
  func cancelWhileStarting() {
    let cancelled = probe()
    let callbacks = Events<Callback<Int>>()
    let seen = Events<String>()
    let errand = Errand<Int>.fromCallback { callback in
      callbacks.record(callback)
      callback.onCancel { seen.record("stopped") }
      cancelled.cancel()
      seen.record("started")
    }
    errand.eventPublisher().subscribe(cancelled)
    cancelled.requestAll()
    #expect(seen.all == ["stopped", "started"])
    #expect(cancelled.events.all == ["subscribed"])
    cancelled.letGo()
  }

  @Test("Law 3: Nothing is held once the run has settled, or the subscription is cancelled")
  func lettingGo() async throws {
    try await withLiveObjects { live in
      let work = ManualWork<Int>()
      for ends in [true, false] {
        let object = live.object("held by the sink")
        let subscription = work.errand.eventPublisher().sink { _ in withExtendedLifetime(object) {} }
        if ends { try await work.callback().succeed(1) } else { subscription.cancel() }
        withExtendedLifetime(subscription) {}
      }
    }
  }

  @Test("Reports, the outcome and a cancellation race: nothing comes behind the end")
  func racing() async throws {
    for _ in 0..<Sizes.rounds {
      let work = ManualWork<Int>()
      let heard = Events<String>()
      let subscription = Sent(work.errand.eventPublisher().sink { heard.record(sign($0)) })
      let callback = try await work.callback()
      async let working: Void = {
        callback.report(completed: 1, total: nil)
        callback.succeed(7)
      }()
      async let leaving: Void = subscription.value.cancel()
      _ = await (working, leaving)
      #expect([[], ["1"], ["1", "= 7"], ["= 7"]].contains(heard.all))
    }
  }

  @Test("A publisher's work reports to the errand that is made of it")
  func reporting() async throws {
    let chart = Errand<(title: String, size: Int)>.fromCallback { callback in
      callback.report(completed: 3, total: 4)
      callback.succeed((title: "sea", size: 1))
    }
    let title = Errand.fromPublisher { progress in
      chart.reporting(to: progress).publisher().map { $0.title }
    }
    let run = title.run()
    #expect(try await run.value == "sea")
    #expect(run.progress == RunProgress(completed: 3, total: 4))
  }
}
