import Errands
import ErrandsCombine
import ErrandsTesting
import Testing

@Suite("Asynchronous map", .timeLimit(.minutes(1)))
struct AsyncMapTests {
  /// Work of which the test decides when each piece is done.
  private final class Desk: Sendable {
    let started = Events<Int>()
    let cancelled = Events<Int>()
    private let gates = (0..<10).map { _ in Gate() }

    func finish(_ numbers: Int...) {
      for number in numbers { gates[number].open() }
    }

    func work(_ number: Int) async -> Int {
      started.record(number)
      do { try await gates[number].wait() } catch { cancelled.record(number) }
      return number
    }
  }

  @Test("The results keep the order of the values, whichever is done first")
  func ordered() async throws {
    let desk = Desk()
    let probe = Probe<Int, Never>()
    (0..<3).publisher.asyncMap(maxConcurrent: 3) { await desk.work($0) }.subscribe(probe)
    probe.requestAll()
    _ = try await desk.started.event(3)
    desk.finish(2, 1)
    desk.finish(0)
    _ = try await probe.events.first { $0 == "finished" }
    #expect(probe.events.all == ["subscribed", "0", "1", "2", "finished"])
  }

  @Test("asyncFlatMap passes on what is done first")
  func unordered() async throws {
    let desk = Desk()
    let probe = Probe<Int, Never>()
    (0..<3).publisher.asyncFlatMap(maxConcurrent: 3) { await desk.work($0) }.subscribe(probe)
    probe.requestAll()
    _ = try await desk.started.event(3)
    for (place, number) in [2, 0, 1].enumerated() {
      desk.finish(number)
      _ = try await probe.events.event(place + 2)
    }
    _ = try await probe.events.first { $0 == "finished" }
    #expect(probe.events.all == ["subscribed", "2", "0", "1", "finished"])
  }

  @Test("Law 6: The limit is never exceeded, and is used", arguments: [1, 3])
  func limit(_ limit: Int) async throws {
    let running = Lock(0)
    let most = Lock(0)
    let errand = Errand.collectingPublisher {
      (0..<50).publisher.asyncFlatMap(maxConcurrent: limit) { number in
        let now = running.withLock {
          $0 += 1
          return $0
        }
        most.withLock { $0 = max($0, now) }
        await Task.yield()
        running.withLock { $0 -= 1 }
        return number
      }
    }
    #expect(try await errand.value().sorted() == Array(0..<50))
    #expect(most.withLock { $0 } <= limit)
  }

  @Test("Nothing is started before there is a demand, and no more than is asked for and fits is held")
  func demand() async throws {
    let desk = Desk()
    let probe = Probe<Int, Never>()
    (0..<10).publisher.asyncMap(maxConcurrent: 2) { await desk.work($0) }.subscribe(probe)
    #expect(desk.started.count == 0)
    probe.request(1)
    _ = try await desk.started.event(2)
    desk.finish(0, 1, 2)
    _ = try await desk.started.event(3)
    #expect(probe.events.all == ["subscribed", "0"])
    #expect(desk.started.count == 3)
    probe.request(2)
    _ = try await probe.events.event(4)
    #expect(probe.events.all == ["subscribed", "0", "1", "2"])
    probe.cancel()
  }

  @Test("Law 4: Cancelling cancels the transformations that are under way")
  func cancel() async throws {
    let desk = Desk()
    let probe = Probe<Int, Never>()
    (0..<10).publisher.asyncMap(maxConcurrent: 2) { await desk.work($0) }.subscribe(probe)
    probe.requestAll()
    _ = try await desk.started.event(2)
    probe.cancel()
    _ = try await desk.cancelled.event(2)
    #expect(desk.started.count == 2)
    #expect(probe.events.all == ["subscribed"])
  }

  @Test("An error comes in its turn, and cancels what is behind it")
  func errors() async throws {
    let desk = Desk()
    let probe = Probe<Int, any Error>()
    (0..<10).publisher.tryAsyncMap(maxConcurrent: 3) { number in
      if number == 1 { throw Failure() }
      return await desk.work(number)
    }.subscribe(probe)
    probe.requestAll()
    _ = try await desk.started.event(2)
    #expect(probe.events.all == ["subscribed"])
    desk.finish(0)
    _ = try await probe.events.first { $0 == "failed" }
    #expect(probe.events.all == ["subscribed", "0", "failed"])
    _ = try await desk.cancelled.event(1)
  }

  // It overtook results that were there, and that the subscriber had not asked for yet.
  @Test("An error waits for its turn, too, where the subscriber has not asked for what is before it")
  func unaskedErrors() async throws {
    let desk = Desk()
    let probe = Probe<Int, any Error>()
    (0..<3).publisher.tryAsyncMap(maxConcurrent: 3) { number in
      if number == 2 { throw Failure() }
      return await desk.work(number)
    }.subscribe(probe)
    probe.request(1)
    _ = try await desk.started.event(2)
    desk.finish(1, 0)
    _ = try await probe.events.first { $0 == "0" }
    #expect(probe.events.all == ["subscribed", "0"])
    probe.request(1)
    _ = try await probe.events.first { $0 == "failed" }
    #expect(probe.events.all == ["subscribed", "0", "1", "failed"])
  }

  @Test("Where the order does not matter, an error comes at once")
  func flatErrors() async throws {
    let desk = Desk()
    let probe = Probe<Int, any Error>()
    (0..<10).publisher.tryAsyncFlatMap(maxConcurrent: 2) { number in
      if number == 1 { throw Failure() }
      return await desk.work(number)
    }.subscribe(probe)
    probe.requestAll()
    _ = try await probe.events.first { $0 == "failed" }
    #expect(probe.events.all == ["subscribed", "failed"])
    _ = try await desk.cancelled.event(1)
  }

  @Test("An error of the publisher before it cancels the transformations")
  func upstreamError() async throws {
    let desk = Desk()
    let source = Source<Int, Failure>()
    let probe = Probe<Int, Failure>()
    source.asyncMap(maxConcurrent: 2) { await desk.work($0) }.subscribe(probe)
    probe.requestAll()
    source.send(0)
    _ = try await desk.started.event(1)
    source.finish(.failure(Failure()))
    _ = try await desk.cancelled.event(1)
    #expect(probe.events.all == ["subscribed", "failed"])
  }

  @Test("A publisher without a value finishes at once")
  func empty() {
    let probe = Probe<Int, Never>()
    Empty<Int, Never>().asyncMap { $0 }.subscribe(probe)
    #expect(probe.events.all == ["subscribed", "finished"])
  }

  @Test("Nothing stays alive, however it ends", arguments: [0, 1, 2])
  func lifetimes(way: Int) async throws {
    try await withLiveObjects { live in
      let desk = Desk()
      let source = Source<Int, Failure>()
      let probe = Probe<Int, Failure>()
      source.asyncMap(maxConcurrent: 2) { [object = live.object("captured")] value in
        _ = await desk.work(value)
        return withExtendedLifetime(object) { value }
      }.subscribe(probe)
      probe.requestAll()
      source.send(0)
      _ = try await desk.started.event(1)
      switch way {
      case 0: probe.cancel()
      case 1: source.finish(.failure(Failure()))
      default: source.finish()
      }
      desk.finish(0)
      if way == 2 { _ = try await probe.events.first { $0 == "finished" } }
      probe.letGo()
    }
  }

  @Test("Cancelling races with results")
  func races() async throws {
    try await withLiveObjects { live in
      for round in 0..<Sizes.rounds / 10 {
        let object = live.object("captured")
        let values = (0..<20).publisher.asyncFlatMap(maxConcurrent: 4) { value in
          await Task.yield()
          return withExtendedLifetime(object) { value }
        }
        let subscription = values.sink { @Sendable _ in }
        for _ in 0..<round % 8 { await Task.yield() }
        subscription.cancel()
      }
    }
  }
}
