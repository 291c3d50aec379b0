import Errands
import ErrandsCombine
import ErrandsTesting
import Testing

/// A publisher that goes on has many subscribers that do not: who gives up a wait must leave nothing in it.
@Suite("Waits that are given up", .timeLimit(.minutes(1)))
struct GivenUpTests {
  enum Way: CaseIterable {
    case value, first, collecting, elements, asyncMap, scope, merged, combined, collected, events

    /// Waits for a publisher, and gives up.
    func giveUp(on endless: Endless, with object: LiveObjects.Object) async {
      let watched = endless.map { value in withExtendedLifetime(object) { value } }
      switch self {
      case .value: await Self.cancelled { _ = try? await Errand.fromPublisher { endless }.value() }
      case .first:
        Errand.fromPublisher(taking: .first) { [object] in withExtendedLifetime(object) { endless } }.run()
          .cancel()
      case .collecting:
        Errand.collectingPublisher { [object] in withExtendedLifetime(object) { endless } }.run().cancel()
      case .elements:
        await Self.cancelled { for await _ in endless.elements { Issue.record("there is nothing") } }
      case .asyncMap: watched.asyncMap(maxConcurrent: 2) { $0 }.sink { _ in }.cancel()
      case .scope: watched.sink(in: Scope()) { _ in }.cancel()
      case .merged: watched.merge(with: Just(1), endless).sink { _ in }.cancel()
      case .combined: watched.combineLatest(Just(1), endless).sink { _ in }.cancel()
      case .collected: watched.collect(.byTime(VirtualScheduler(), 1)).sink { _ in }.cancel()
      case .events:
        let work = Errand<Int>.fromCallback { callback in endless.keep(callback, object) }
        work.eventPublisher().sink { _ in }.cancel()
      }
    }

    private static func cancelled(_ wait: @escaping @Sendable () async -> Void) async {
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        await wait()
      }
      await task.value
    }
  }

  @Test("Nothing stays alive, and the publisher has no subscriber", arguments: Way.allCases)
  func nothing(way: Way) async throws {
    try await withLiveObjects { live in
      let endless = Endless()
      for _ in 0..<Sizes.given { await way.giveUp(on: endless, with: live.object("waiting")) }
      #expect(live.count == 0)
      #expect(endless.subscriberCount == 0)
    }
  }

  /// A node keeps its state for as long as its subscription is kept, and some keep that behind the end.
  @Test("Nothing that was combined stays behind the end, where the subscription is kept")
  func combined() async throws {
    try await withLiveObjects { live in
      let kept = Just(1).map { _ in live.object("newest") }.combineLatest(Just(2), Just(3)).sink { _ in }
      #expect(live.count == 0)
      kept.cancel()
    }
  }

  /// A demand for nothing counted as the first one.
  @Test("Who asks for nothing begins nothing", arguments: [Way.merged, .combined, .asyncMap])
  func nothingAskedFor(way: Way) {
    let work = ManualWork<Int>()
    let cold = work.errand.eventPublisher().map { _ in 1 }
    let probe = Probe<Int, Never>()
    switch way {
    case .merged: cold.merge(with: cold, cold).subscribe(probe)
    case .combined: cold.combineLatest(cold, cold) { a, _, _ in a }.subscribe(probe)
    default: cold.asyncMap(maxConcurrent: 2) { $0 }.subscribe(probe)
    }
    probe.request(0)
    #expect(work.startCount == 0)
    probe.request(1)
    #expect(work.startCount > 0)
    probe.cancel()
    probe.letGo()
  }

  @Test("One who waits already and is cancelled wakes up, and leaves nothing")
  func waiting() async throws {
    let endless = Endless()
    for round in 1...Sizes.rounds {
      let reading = Task { for await _ in endless.elements { Issue.record("there is nothing") } }
      _ = try await endless.subscribed.event(round)
      reading.cancel()
      await reading.value
    }
    #expect(endless.subscriberCount == 0)
  }
}

/// A publisher that never sends, and knows how many wait for it.
final class Endless: Publisher, Sendable {
  typealias Output = Int
  typealias Failure = Never

  let subscribed = Events<Int>()
  private let count = Lock(0)

  var subscriberCount: Int { count.withLock { $0 } }

  /// As work does that goes on until it is stopped.
  func keep(_ callback: Callback<Int>, _ object: LiveObjects.Object) {
    count.withLock { $0 += 1 }
    callback.onCancel { withExtendedLifetime(object) { self.count.withLock { $0 -= 1 } } }
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    count.withLock { $0 += 1 }
    subscribed.record(1)
    subscriber.receive(subscription: Place(self, subscriber))
  }

  private final class Place<Waiting: Subscriber>: Subscription {
    private let endless: Endless
    private var waiting: Waiting?

    init(_ endless: Endless, _ waiting: Waiting) {
      (self.endless, self.waiting) = (endless, waiting)
    }

    func request(_ demand: Subscribers.Demand) {}

    func cancel() {
      guard waiting.take() != nil else { return }
      endless.count.withLock { $0 -= 1 }
    }
  }
}
