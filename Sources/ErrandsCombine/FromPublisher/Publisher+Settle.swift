public import Errands

// Compiled where the errand is made, which knows the publisher: everything that is made here, a publisher of
// an unknown type would have looked up at run time.
extension Publisher where Output: Sendable {
  /// Settles the callback with the first or the last value.
  @inlinable
  func settle(_ callback: Callback<Output>, with element: PublisherElement) {
    let last = Lock<Output?>(nil)
    let inlet = Inlet<Output, Failure>(
      demand: element == .first ? .max(1) : .unlimited,
      value: { inlet, value in
        switch element {
        case .first:
          inlet.cancel()
          callback.succeed(value)
        case .last:
          // Handed out of the lock: the value before may be an object, with a deinit.
          _ = last.withLock { last in
            defer { last = value }
            return last
          }
        }
        return .none
      },
      completion: { completion in
        switch completion {
        case .finished:
          if let value = last.withLock({ $0.take() }) {
            callback.succeed(value)
          } else {
            callback.fail(EmptySequenceError())
          }
        case .failure(let error): callback.fail(unwrapped(error))
        }
      }
    )
    feed(inlet, until: callback)
  }

  /// Settles the callback with all values, and reports how many there are.
  @inlinable
  func settle(collecting callback: Callback<[Output]>) {
    let values = Lock<[Output]>([])
    let inlet = Inlet<Output, Failure>(
      demand: .unlimited,
      value: { _, value in
        let count = values.withLock { values in
          values.append(value)
          return values.count
        }
        callback.report(completed: Int64(count), total: nil)
        return .none
      },
      completion: { completion in
        switch completion {
        case .finished:
          let all = values.withLock { values in
            defer { values = [] }
            return values
          }
          callback.succeed(all)
        case .failure(let error): callback.fail(unwrapped(error))
        }
      }
    )
    feed(inlet, until: callback)
  }

  /// Only the upstream holds the inlet, and so the callback, until the run ends: an upstream that drops it
  /// drops the callback.
  @inlinable
  func feed<Value>(_ inlet: Inlet<Output, Failure>, until callback: Callback<Value>) {
    let connection = inlet.connection
    callback.onCancel { connection.cancel() }
    subscribe(inlet)
  }
}

/// The error itself. Where the type of a publisher's error is not known, and turns out to be `any Error`, the error is
/// put into another one: of errands in publishers in errands it lay in thousands of them, and casting it overflowed the
/// stack.
@usableFromInline
func unwrapped(_ error: some Error) -> any Error {
  (error as Any) as? any Error ?? error
}
