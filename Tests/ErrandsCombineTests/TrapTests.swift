import Dispatch
import Errands
import ErrandsCombine
import ErrandsTesting
import Testing

/// What goes wrong with OpenCombine alone, and does not with this module. Bursts, loops that are left,
/// cancellables and assignments have tests of their own.
@Suite("Traps of OpenCombine", .timeLimit(.minutes(1)))
struct TrapTests {
  @Test("One import is enough: publishers, queues as schedulers, and Foundation's publishers")
  func imports() async throws {
    let queue = DispatchQueue(label: "receiving")
    let errand = Errand.collectingPublisher { (0..<3).publisher.receive(on: queue.ocombine) }
    #expect(try await errand.value() == [0, 1, 2])
  }

  @Test("Waiting for a future ends when the waiting task is cancelled")
  func future() async {
    // `Future.value` ignores the cancellation, and waits for a promise that nobody keeps.
    let subscribed = Gate()
    let task = Task {
      try await Errand.fromPublisher {
        Future<Int, Never> { _ in }.handleEvents(receiveRequest: { _ in subscribed.open() })
      }.value()
    }
    try? await subscribed.wait()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("A task fulfils a publisher without a box around a promise")
  func promise() async throws {
    // The promise of a `Future` is not Sendable, and cannot be taken into a task.
    let published = Errand { try await Errand.success(1).value() }.publisher()
    #expect(try await Errand.fromPublisher { published }.value() == 1)
  }

  @Test("Behind a serial queue the order is kept")
  func serialQueue() async throws {
    let queue = DispatchQueue(label: "serial")
    let errand = Errand.collectingPublisher { (0..<1_000).publisher.receive(on: queue.ocombine) }
    #expect(try await errand.value() == Array(0..<1_000))
  }

  @Test("Code of the main actor hears of values from other threads without a trap")
  @MainActor
  func mainActor() async throws {
    // Closures that are not @Sendable belong to the main actor here, and end the program when they are called
    // elsewhere.
    let seen = Events<Int>()
    let ticking = TickPublisher(every: .milliseconds(1)).sink { @Sendable _ in seen.record(1) }
    _ = try await seen.event(1)
    ticking.cancel()
    let doubled = Errand.collectingPublisher {
      (0..<3).publisher.asyncMap { number in
        await Task.yield()
        return number * 2
      }
    }
    #expect(try await doubled.value() == [0, 2, 4])
  }

  @Test("withUnretained may be used on the main actor, with values from elsewhere")
  @MainActor
  func unretainedOnMain() async throws {
    let owner = LiveObjects().object("owner")
    let seen = Events<String>()
    let source = Source<Int, Never>()
    let subscription = source.withUnretained(owner).sink { @Sendable owner, value in
      seen.record("\(owner.name) \(value)")
    }
    await onThread { source.send(1) }
    #expect(seen.all == ["owner 1"])
    subscription.cancel()
  }

  @Test("Cancelling re-entrantly, from within what it cancels, comes to an end")
  func reentrantCancel() {
    let kept = Kept<SafeCancellable>()
    let source = Source<Int, Never>()
    let seen = Events<String>()
    let publisher = source.handleEvents(receiveCancel: {
      seen.record("cancelled")
      kept.value?.cancel()
    })
    kept.set(SafeCancellable(publisher.sink { _ in kept.value?.cancel() }))
    source.send(1)
    source.send(2)
    #expect(seen.all == ["cancelled"])
    kept.letGo()
  }
}
