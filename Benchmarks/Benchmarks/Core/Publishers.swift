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

  Benchmark("publish, map and sink 1,000,000: errand with a value") { _ in
    for number in 0..<Size.settled { blackHole(published(Errand.success(number))) }
  }

  Benchmark("publish, map and sink 1,000,000: errand with a callback") { _ in
    for number in 0..<Size.settled { blackHole(published(Errand<Int>.fromCallback { $0.succeed(number) })) }
  }

  addElements()
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
