import ErrandsTesting
import Testing

@testable import Errands

@Suite("Style: events as an asynchronous sequence")
struct EventsTests {
  @Test("Progress, then the outcome, then the end")
  func whole() async throws {
    let work = ManualWork<Int>()
    var iterator = work.errand.events().makeAsyncIterator()
    let callback = try await work.callback()
    callback.report(completed: 1, total: 2)
    #expect(await iterator.next()?.label == "progress 1/2")
    callback.report(completed: 2, total: 2)
    callback.succeed(7)
    #expect(await iterator.next()?.label == "progress 2/2")
    #expect(await iterator.next()?.label == "value 7")
    #expect(await iterator.next() == nil)
    #expect(await iterator.next() == nil)
  }

  @Test("A slow reader gets the newest report and no backlog")
  func slowReader() async throws {
    let work = ManualWork<Int>()
    var iterator = work.errand.events().makeAsyncIterator()
    let callback = try await work.callback()
    for step in 1...1_000 { callback.report(completed: Int64(step), total: 1_000) }
    #expect(await iterator.next()?.label == "progress 1000/1000")
    callback.succeed(7)
    #expect(await iterator.next()?.label == "value 7")
  }

  @Test("A reader who waits is woken by every event", .timeLimit(.minutes(1)))
  func waitingReader() async throws {
    let work = ManualWork<Int>()
    let listener = Style.stream.listen(to: work.errand)
    let callback = try await work.callback()
    for step in 1...100 {
      callback.report(completed: Int64(step), total: 100)
      _ = try await listener.heard.event(step)
    }
    callback.succeed(7)
    #expect(try await listener.outcome().label == "value 7")
    #expect(listener.heard.count == 101)
  }

  // The second to wait took the place of the first, which waited for ever.
  @Test("Two who read by copies of one iterator are both told", .timeLimit(.minutes(1)))
  func twoReaders() async throws {
    let work = ManualWork<Int>()
    let follower = work.errand.events().makeAsyncIterator().follower
    let first = try await suspendedTask { await follower.next()?.label }
    let second = try await suspendedTask { await follower.next()?.label }
    try await work.callback().succeed(7)
    let heard = [try await first.value, try await second.value]
    #expect(Set(heard) == ["value 7", nil])
  }

  @Test("Leaving the loop cancels the run", .timeLimit(.minutes(1)))
  func leaving() async throws {
    let work = ManualWork<Int>()
    Task {
      let callback = try await work.callback()
      callback.report(completed: 1, total: 2)
    }
    for await _ in work.errand.events() { break }
    #expect(try await work.cancellations.event(1) == 1)
  }

  @Test("A cancelled reader gets the cancelled outcome, then the end", .timeLimit(.minutes(1)))
  func cancelledReader() async throws {
    let work = ManualWork<Int>()
    let heard = Events<String>()
    let task = Task {
      for await event in work.errand.events() { heard.record(event.label) }
      heard.record("end")
    }
    _ = try await work.callback()
    task.cancel()
    await task.value
    #expect(heard.all == ["cancelled", "end"])
    #expect(work.cancellations.count == 1)
  }

  // The reader only noticed its cancellation while it waited; where a report was ready each time, never.
  @Test("A cancelled reader for whom a report is ready cancels the run too", .timeLimit(.minutes(1)))
  func cancelledBusyReader() async throws {
    let work = ManualWork<Int>()
    let gate = Gate()
    let heard = Events<String>()
    let task = Task {
      var iterator = work.errand.events().makeAsyncIterator()
      try? await gate.wait()
      heard.record(await iterator.next()?.label ?? "end")
      #expect(work.cancellations.count == 1)
      heard.record(await iterator.next()?.label ?? "end")
    }
    try await work.callback().report(completed: 1, total: 2)
    task.cancel()
    await task.value
    #expect(heard.all.last == "cancelled")
  }

  // The report had been taken, and its thread had not come to the reader yet: the outcome overtook it.
  @Test("The last report comes before the outcome, whoever is faster", .timeLimit(.minutes(1)))
  func lastReport() async throws {
    let rounds = Sizes.raceRounds
    let callbacks = Events<Callback<Int>>()
    let errand = Errand<Int>.fromCallback { callbacks.record($0) }
    let readers = (0..<rounds).map { _ in errand.events().makeAsyncIterator() }
    let all = callbacks.all
    await race(rounds: rounds) { round in
      all[round].report(completed: 1, total: 1)
    } _: { round in
      all[round].succeed(7)
    }
    for (round, var reader) in readers.enumerated() {
      var heard: [String] = []
      while let event = await reader.next() { heard.append(event.label) }
      #expect(heard == (all[round].run.progress == nil ? ["value 7"] : ["progress 1/1", "value 7"]))
    }
  }

  @Test("Each iteration runs the errand anew")
  func anew() async throws {
    let work = ManualWork<Int>()
    let events = work.errand.events()
    #expect(work.startCount == 0)
    let first = events.makeAsyncIterator()
    let second = events.makeAsyncIterator()
    #expect(work.startCount == 2)
    withExtendedLifetime((first.follower, second.follower)) {}
  }

  @Test("A reader reads on its own actor", .timeLimit(.minutes(1)))
  @MainActor
  func isolated() async throws {
    var labels: [String] = []
    for await event in (Errand<Int>.fromCallback { $0.succeed(7) }).events() {
      MainActor.assertIsolated()
      labels.append(event.label)
    }
    #expect(labels == ["value 7"])
  }

  @Test("Nothing stays alive when the reader leaves in the middle", .timeLimit(.minutes(1)))
  func leavesNothing() async throws {
    try await withLiveObjects { live in
      let errand = Errand<LiveObjects.Object>.fromCallback { callback in
        let probe = live.object("work")
        callback.onCancel { withExtendedLifetime(probe) {} }
        callback.report(completed: 1, total: 2)
        callback.keepAlive(live.object("kept"))
      }
      for await event in errand.events() where event.outcome == nil { break }
    }
  }
}
