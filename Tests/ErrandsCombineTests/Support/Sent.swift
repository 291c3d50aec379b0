import ErrandsCombine

/// What does not say that it is Sendable, and is, in OpenCombine: subjects and their cancellables have locks.
struct Sent<Value>: @unchecked Sendable {
  // Sendable: see above.
  let value: Value

  init(_ value: Value) { self.value = value }
}

/// A subject that may be sent to from any thread.
final class Source<Output, Failure: Error>: Publisher, @unchecked Sendable {
  // Sendable: the subject has a lock.
  private let subject = PassthroughSubject<Output, Failure>()

  func send(_ value: Output) { subject.send(value) }
  func finish(_ completion: Subscribers.Completion<Failure> = .finished) {
    subject.send(completion: completion)
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subject.subscribe(subscriber)
  }
}
