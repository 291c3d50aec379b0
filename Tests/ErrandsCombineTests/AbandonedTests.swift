import Errands
import ErrandsCombine
import ErrandsTesting
import Testing

/// A publisher that lets go of its subscribers without a word, or a place that throws away what it was to do, hung the
/// errand behind these operators: each of them kept its subscriber, and its subscriber kept it.
@Suite("Publishers that let go without a word", .timeLimit(.minutes(1)))
struct AbandonedTests {
  private let source = Relay()

  private func run<P: Publisher<Int, Never> & SendableMetatype>(
    _ make: @escaping @Sendable (Relay) -> P
  ) -> Run<[Int]> {
    let source = source
    return Errand.collectingPublisher { make(source) }.run()
  }

  private func expectAbandoned(_ run: Run<[Int]>, sourceLocation: Testing.SourceLocation = #_sourceLocation)
    async
  {
    await #expect(throws: AbandonedError.self, sourceLocation: sourceLocation) { try await run.value }
  }

  @Test("One of two that are merged: the values of the other still come, and then nobody says how it ends")
  func merged() async {
    let other = Source<Int, Never>()
    let run = run { $0.merge(with: other) }
    let reports = Events<Int64>()
    run.onProgress(on: .immediate) { reports.record($0.completed) }
    source.letGo()
    other.send(1)
    #expect(reports.all == [1])
    #expect(run.outcome == nil)
    other.finish()
    await expectAbandoned(run)
  }

  @Test("The last of two that are merged")
  func mergedLast() async {
    let run = run { $0.merge(with: Just(1)) }
    #expect(run.outcome == nil)
    source.letGo()
    await expectAbandoned(run)
  }

  @Test("An error of one of them is an error, whatever the others did")
  func mergedFailure() async {
    let other = Source<Int, Failure>()
    let run = Errand.collectingPublisher { [source] in
      source.setFailureType(to: Failure.self).merge(with: other)
    }.run()
    source.letGo()
    other.finish(.failure(Failure()))
    await #expect(throws: Failure.self) { try await run.value }
  }

  @Test("One of two that are combined, before and after it has sent something", arguments: [true, false])
  func combined(hasSent: Bool) async {
    let other = Source<Int, Never>()
    let run = run { $0.combineLatest(other) { $0 + $1 } }
    if hasSent { source.send(1) }
    source.letGo()
    if hasSent {
      other.send(1)
      #expect(run.outcome == nil)
      other.finish()
    }
    await expectAbandoned(run)
  }

  @Test("One whose values are transformed: what is under way is finished first")
  func mapped() async throws {
    let gate = Gate(), seen = Events<Int>()
    let run = run { source in
      source.asyncMap { value in
        try? await gate.wait()
        return value
      }.map { value in
        seen.record(value)
        return value
      }
    }
    source.send(1)
    source.letGo()
    #expect(run.outcome == nil)
    gate.open()
    #expect(try await seen.event(1) == 1)
    await expectAbandoned(run)
  }

  @Test("One whose values are collected: the last group is sent first")
  func collected() async {
    let scheduler = VirtualScheduler(), seen = Events<[Int]>()
    let run = run { source in
      source.collect(.byTime(scheduler, 1)).map { group in
        seen.record(group)
        return group.count
      }
    }
    source.send(1)
    source.letGo()
    scheduler.advance()
    #expect(seen.all == [[1]])
    #expect(scheduler.timerCount == 0)
    await expectAbandoned(run)
  }

  @Test("One that never subscribes")
  func never() async {
    let none = Relay(subscribing: false)
    await expectAbandoned(run { _ in none.merge(with: none.map { $0 }) })
    await expectAbandoned(run { _ in none.combineLatest(none, +) })
    await expectAbandoned(run { _ in none.asyncMap { $0 } })
    await expectAbandoned(run { _ in none.collect(.byTime(ImmediateScheduler.shared, 1)).map(\.count) })
  }

  // The buffer was the subscriber, which the reader held: nothing told it, and the loop never ended.
  @Test("One whose elements are read: the loop ends behind what has come")
  func elements() async {
    var elements = source.elements.makeAsyncIterator()
    source.send(5)
    #expect(await elements.next() == 5)
    source.letGo()
    #expect(await elements.next() == nil)
  }

  @Test("A place that throws away the last event of an errand")
  func events() async throws {
    try await withLiveObjects { live in
      let errand = Errand.success(1).eventPublisher(on: Delivery { _ in })
      let run = Errand.collectingPublisher { [object = live.object("made")] in
        errand.map { _ in withExtendedLifetime(object) { 1 } }
      }.run()
      await #expect(throws: AbandonedError.self) { try await run.value }
    }
  }

  @Test("A place that does its work twice gives each event once")
  func eventsTwice() async throws {
    let errand = Errand.success(1).eventPublisher(
      on: Delivery { work in
        work()
        work()
      }
    )
    #expect(try await Errand.collectingPublisher { errand.map { _ in 1 } }.value() == [1])
  }
}

/// A publisher with one subscriber, of which it may let go.
private final class Relay: Publisher, @unchecked Sendable {
  // Sendable: under the lock.
  typealias Output = Int
  typealias Failure = Never

  private let lock = Lock(())
  private let isSubscribing: Bool
  private var subscriber: AnySubscriber<Int, Never>?

  init(subscribing: Bool = true) { isSubscribing = subscribing }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    guard isSubscribing else { return }
    lock.withLock { _ in self.subscriber = AnySubscriber(subscriber) }
    subscriber.receive(subscription: Subscriptions.empty)
  }

  func send(_ value: Int) {
    var subscriber: AnySubscriber<Int, Never>?
    lock.withLock { _ in subscriber = self.subscriber }
    _ = subscriber?.receive(value)
  }

  func letGo() {
    var subscriber: AnySubscriber<Int, Never>?
    lock.withLock { _ in swap(&subscriber, &self.subscriber) }
  }
}
