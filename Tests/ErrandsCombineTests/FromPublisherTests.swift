import Errands
import ErrandsCombine
import ErrandsTesting
import Testing

@Suite("A publisher as an errand", .timeLimit(.minutes(1)))
struct FromPublisherTests {
  @Test("The last value, the first one, or all of them")
  func taking() async throws {
    #expect(try await Errand.fromPublisher { [1, 2, 3].publisher }.value() == 3)
    #expect(try await Errand.fromPublisher(taking: .first) { [1, 2, 3].publisher }.value() == 1)
    #expect(try await Errand.collectingPublisher { [1, 2, 3].publisher }.value() == [1, 2, 3])
    #expect(try await Errand.fromPublisher { Just(7) }.value() == 7)
    #expect(try await Errand.fromPublisher(taking: .first) { Just(7) }.value() == 7)
  }

  @Test("A publisher without a value fails the errand; collected, it is an empty array")
  func empty() async throws {
    await #expect(throws: EmptySequenceError.self) {
      try await Errand.fromPublisher { Empty<Int, Never>() }.value()
    }
    await #expect(throws: EmptySequenceError.self) {
      try await Errand.fromPublisher(taking: .first) { Empty<Int, Never>() }.value()
    }
    #expect(try await Errand.collectingPublisher { Empty<Int, Never>() }.value() == [])
  }

  @Test("Its error is the errand's, and so is what making it throws")
  func errors() async {
    await #expect(throws: Failure(number: 2)) {
      try await Errand.fromPublisher { Fail<Int, Failure>(error: Failure(number: 2)) }.value()
    }
    await #expect(throws: Failure(number: 3)) {
      try await Errand<Int>.fromPublisher { () throws -> Just<Int> in throw Failure(number: 3) }.value()
    }
  }

  @Test("The publisher is made once a run, inside the run")
  func made() async throws {
    let made = Events<Int>()
    let errand = Errand.fromPublisher("made") {
      made.record(1)
      return Just(made.count)
    }
    #expect(made.count == 0)
    #expect(errand.name == "made")
    #expect(try await errand.value() == 1)
    #expect(try await errand.value() == 2)
  }

  @Test("The first value cancels the publisher, which is asked for no more than that one")
  func first() async throws {
    let seen = Events<String>()
    let source = Source<Int, Never>()
    let run = Errand.fromPublisher(taking: .first) {
      source.handleEvents(
        receiveCancel: { seen.record("cancelled") },
        receiveRequest: { seen.record("\($0)") }
      )
    }.run()
    run.whenSettled(on: .immediate) { _ in seen.record("settled") }
    source.send(1)
    source.send(2)
    #expect(try await run.value == 1)
    // Cancelled before anybody is told: a handler finds nothing at work any more.
    #expect(seen.all == ["max(1)", "cancelled", "settled"])
  }

  @Test("Law 4: Cancelling the run cancels the subscription")
  func cancel() async throws {
    let seen = Events<String>()
    let source = Source<Int, Never>()
    let run = Errand.fromPublisher { source.handleEvents(receiveCancel: { seen.record("cancelled") }) }.run()
    source.send(1)
    run.cancel()
    run.cancel()
    #expect(seen.all == ["cancelled"])
    source.finish()
    await #expect(throws: CancellationError.self) { try await run.value }
  }

  @Test("A run that is cancelled while it subscribes cancels the subscription")
  func cancelledMeanwhile() async throws {
    let seen = Events<String>()
    let source = Source<Int, Never>()
    let scope = Scope()
    let errand = Errand.fromPublisher {
      scope.cancel()
      return source.handleEvents(receiveCancel: { seen.record("cancelled") })
    }
    let run = errand.run(in: scope)
    await #expect(throws: CancellationError.self) { try await run.value }
    #expect(seen.all == ["cancelled"])
  }

  @Test("A publisher that lets go of its subscriber without a word fails the errand instead of hanging it")
  func abandoned() async {
    await #expect(throws: AbandonedError.self) {
      try await Errand.fromPublisher { Careless(subscribing: false) }.value()
    }
    await #expect(throws: AbandonedError.self) {
      try await Errand.fromPublisher { Careless(subscribing: true) }.value()
    }
  }

  @Test("Progress counts what is collected")
  func progress() async throws {
    let source = Source<Int, Never>()
    let run = Errand.collectingPublisher { source }.run()
    let reports = Events<Int64>()
    run.onProgress(on: .immediate) { reports.record($0.completed) }
    for value in 1...3 { source.send(value) }
    source.finish()
    #expect(try await run.value == [1, 2, 3])
    #expect(reports.all == [1, 2, 3])
  }

  @Test("Law 3: Nothing stays alive of what a run held, however it ends", arguments: [0, 1, 2, 3])
  func lifetimes(way: Int) async throws {
    try await withLiveObjects { live in
      let source = Source<Int, Failure>()
      let errand = Errand.fromPublisher(taking: way == 3 ? .first : .last) { [object = live.object("made")] in
        source.map { [object] value in withExtendedLifetime(object) { value } }
      }
      let run = errand.run()
      switch way {
      case 0: source.finish()
      case 1: source.finish(.failure(Failure()))
      case 2: run.cancel()
      default: source.send(1)
      }
      _ = try? await run.value
    }
  }
}

/// A publisher that forgets its subscriber, with or without a subscription.
private struct Careless: Publisher {
  typealias Output = Int
  typealias Failure = Never
  let subscribing: Bool

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    if subscribing { subscriber.receive(subscription: Subscriptions.empty) }
  }
}
