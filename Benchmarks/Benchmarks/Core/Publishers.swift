import Benchmark
import Errands
import ErrandsCombine

/// Publishers, beside what they are made of.
func addPublishers() {
  Benchmark("publish, map and sink 1,000,000: OpenCombine's Just") { _ in
    for number in 0..<Size.settled {
      let subscription = Just(number).map { $0 + 1 }.sink { blackHole($0) }
      blackHole(subscription)
    }
  }

  // `Just` maps its value itself and answers with another `Just`; this is the step that all others take.
  Benchmark("publish, map and sink 1,000,000: OpenCombine's Just, and its map step") { _ in
    for number in 0..<Size.settled {
      let subscription = Publishers.Map(upstream: Just(number)) { $0 + 1 }.sink { blackHole($0) }
      blackHole(subscription)
    }
  }

  Benchmark("publish, map and sink 1,000,000: errand with a value") { _ in
    for number in 0..<Size.settled { blackHole(published(Errand.success(number))) }
  }

  Benchmark("publish, map and sink 1,000,000: errand with a callback") { _ in
    for number in 0..<Size.settled { blackHole(published(Errand<Int>.fromCallback { $0.succeed(number) })) }
  }

  addAwaitedPublishers()
  addElements()
}

/// A publisher's value, awaited.
private func addAwaitedPublishers() {
  Benchmark("await a publisher's value 100,000: a continuation by hand") { _ in
    for number in 0..<Size.runs {
      var subscription: AnyCancellable?
      blackHole(
        await withCheckedContinuation { continuation in
          subscription = Just(number).map { $0 + 1 }.sink { continuation.resume(returning: $0) }
        }
      )
      blackHole(subscription)
    }
  }

  Benchmark("await a publisher's value 100,000: fromPublisher") { _ in
    for number in 0..<Size.runs {
      blackHole(try await Errand.fromPublisher { Just(number).map { $0 + 1 } }.value())
    }
  }
}

private func published(_ errand: Errand<Int>) -> AnyCancellable {
  errand.publisher().map { $0 + 1 }.sink(receiveCompletion: { _ in }, receiveValue: { blackHole($0) })
}

/// A million values, handed from one task to another.
private func addElements() {
  Benchmark("stream 1,000,000: AsyncStream") { _ in
    let (stream, values) = AsyncStream.makeStream(of: Int.self)
    let sending = Task.detached {
      for number in 0..<Size.settled { values.yield(number) }
      values.finish()
    }
    for await number in stream { blackHole(number) }
    await sending.value
  }

  Benchmark("stream 1,000,000: elements of a subject") { _ in
    let source = Source()
    var elements = source.subject.elements.makeAsyncIterator()
    let sending = Task.detached { source.send() }
    while let number = await elements.next() { blackHole(number) }
    await sending.value
  }
}

private final class Source: @unchecked Sendable {
  // Sendable: one task subscribes, and then one other sends.
  let subject = PassthroughSubject<Int, Never>()

  func send() {
    for number in 0..<Size.settled { subject.send(number) }
    subject.send(completion: .finished)
  }
}
