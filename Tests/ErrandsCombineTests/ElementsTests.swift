import Errands
import ErrandsCombine
import ErrandsTesting
import Testing

@Suite("A publisher as an asynchronous sequence", .timeLimit(.minutes(1)))
struct ElementsTests {
  @Test("A burst is not lost while the reader is busy")
  func burst() async {
    // OpenCombine's `values` keeps one of these hundred.
    let source = Source<Int, Never>()
    var iterator = source.elements.makeAsyncIterator()
    for value in 0..<100 { source.send(value) }
    source.finish()
    var read: [Int] = []
    while let value = await iterator.next() { read.append(value) }
    #expect(read == Array(0..<100))
    let end = await iterator.next()
    #expect(end == nil)
  }

  @Test("Values from another thread come in order, and none is missing")
  func handOver() async {
    let source = Source<Int, Never>()
    var iterator = source.elements.makeAsyncIterator()
    async let sending: Void = onThread {
      for value in 0..<Sizes.values { source.send(value) }
      source.finish()
    }
    var expected = 0
    while let value = await iterator.next() {
      #expect(value == expected)
      expected += 1
    }
    #expect(expected == Sizes.values)
    await sending
  }

  @Test("An error is thrown behind the last value, with its type")
  func errors() async throws {
    let source = Source<Int, Failure>()
    var iterator = source.elements.makeAsyncIterator()
    source.send(1)
    source.finish(.failure(Failure(number: 4)))
    let first = try await iterator.next()
    #expect(first == 1)
    do throws(Failure) {
      _ = try await iterator.next()
      Issue.record("the error was lost")
    } catch {
      #expect(error.number == 4)
    }
    let end = try await iterator.next()
    #expect(end == nil)
  }

  @Test("Leaving the loop cancels the publisher")
  func leave() async {
    // With OpenCombine's `values` it goes on.
    let seen = Events<String>()
    let source = CurrentValueSubject<Int, Never>(1)
    for await value in source.handleEvents(receiveCancel: { seen.record("cancelled") }).elements {
      #expect(value == 1)
      break
    }
    #expect(seen.all == ["cancelled"])
  }

  @Test("Cancelling the reading task cancels the publisher and ends the sequence")
  func cancel() async throws {
    let seen = Events<String>()
    let source = Source<Int, Never>()
    let task = Task {
      for await value in source.prepend(1).handleEvents(receiveCancel: { seen.record("cancelled") }).elements
      {
        seen.record("\(value)")
      }
      return seen.all
    }
    _ = try await seen.event(1)
    task.cancel()
    #expect(await task.value.last == "cancelled")
    source.send(2)
    #expect(!seen.all.contains("2"))
  }

  @Test("A task that is cancelled already is given nothing, and no publisher goes on for it")
  func cancelledBefore() async {
    let seen = Events<String>()
    let gate = Gate()
    let task = Task {
      try? await gate.wait()
      var count = 0
      for await _ in [1, 2, 3].publisher.append(Source<Int, Never>())
        .handleEvents(receiveCancel: { seen.record("cancelled") }).elements
      { count += 1 }
      return count
    }
    task.cancel()
    gate.open()
    #expect(await task.value == 0)
    #expect(seen.all == ["cancelled"])
  }

  @Test("A reader who is cancelled in the midst of a burst is given no more of it")
  func cancelledMeanwhile() async {
    let task = Task {
      var read: [Int] = []
      for await value in [1, 2, 3].publisher.elements {
        read.append(value)
        withUnsafeCurrentTask { $0?.cancel() }
      }
      return read
    }
    #expect(await task.value == [1])
  }

  @Test("A publisher that completes at once is read to its end")
  func sequence() async {
    var sum = 0
    for await value in (1...10).publisher.elements { sum += value }
    #expect(sum == 55)
    for await _ in Empty<Int, Never>().elements { Issue.record("there is nothing") }
  }

  @Test("What has been read, and what has not, is freed")
  func lifetimes() async throws {
    try await withLiveObjects { live in
      let source = Source<LiveObjects.Object, Never>()
      var iterator: PublisherElements<Source<LiveObjects.Object, Never>>.Iterator? = source.elements
        .makeAsyncIterator()
      for name in ["a", "b", "c"] { source.send(live.object(name)) }
      let name = await iterator?.next()?.name
      #expect(name == "a")
      #expect(live.count == 2)
      iterator = nil
      #expect(iterator == nil)
    }
  }

  @Test("A reader who leaves, values and the end race with one another")
  func races() async {
    for _ in 0..<Sizes.rounds / 10 {
      let source = Source<Int, Never>()
      let started = Gate()
      let task = Task {
        var last = 0
        var iterator = source.elements.makeAsyncIterator()
        started.open()
        while let value = await iterator.next() {
          #expect(value == last + 1)
          last = value
        }
      }
      try? await started.wait()
      await race(rounds: 1) { _ in
        for value in 1...20 { source.send(value) }
        source.finish()
      } _: { _ in
        task.cancel()
      }
      await task.value
    }
  }
}
