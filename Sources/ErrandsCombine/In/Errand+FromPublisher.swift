public import Errands

extension Errand {
  /// An errand that subscribes to a publisher, and ends with its first or its last value.
  ///
  /// ```swift
  /// let chart = Errand.fromPublisher(taking: .first) { charts.publisher(for: "sea") }
  /// ```
  ///
  /// Cancelling a run cancels its subscription. The errand fails with the publisher's error; with
  /// `EmptySequenceError` where the publisher finishes without a value; and with `AbandonedError` where it
  /// lets go of its subscriber without a word.
  ///
  /// - Parameters:
  ///   - name: What the errand is called in the trace; by default its source line.
  ///   - element: Which of its values. For the first one no more than one is asked for.
  ///   - make: Makes the publisher, once a run, inside the run. What it throws fails the run.
  public static func fromPublisher<P: Publisher & SendableMetatype>(
    _ name: String? = nil,
    taking element: PublisherElement = .last,
    fileID: String = #fileID,
    line: UInt = #line,
    _ make: @escaping @Sendable () throws -> P
  ) -> Errand where P.Output == Value {
    .fromPublisher(name, taking: element, fileID: fileID, line: line) { (_: ProgressReporter) in try make() }
  }

  /// As ``fromPublisher(_:taking:fileID:line:_:)``, for publishers whose work has something to report with.
  ///
  /// ```swift
  /// let title = Errand.fromPublisher { progress in
  ///   chart.reporting(to: progress).publisher().map { $0.title }
  /// }
  /// ```
  public static func fromPublisher<P: Publisher & SendableMetatype>(
    _ name: String? = nil,
    taking element: PublisherElement = .last,
    fileID: String = #fileID,
    line: UInt = #line,
    _ make: @escaping @Sendable (ProgressReporter) throws -> P
  ) -> Errand where P.Output == Value {
    let taking: CollectionState<Value>.Taking = element == .first ? .first : .last
    return .fromCallback(name, fileID: fileID, line: line) { callback in
      try make(ProgressReporter(callback)).feed(callback, taking: taking) { values in
        values.last.map { .success($0) } ?? .failure(EmptySequenceError())
      }
    }
  }

  /// An errand that subscribes to a publisher, and ends with all of its values, in order; progress counts
  /// them.
  ///
  /// As ``fromPublisher(_:taking:fileID:line:_:)``, but for a publisher without a value, of which the array
  /// is empty.
  public static func collectingPublisher<P: Publisher & SendableMetatype>(
    _ name: String? = nil,
    fileID: String = #fileID,
    line: UInt = #line,
    _ make: @escaping @Sendable () throws -> P
  ) -> Errand where P.Output: Sendable, Value == [P.Output] {
    .fromCallback(name, fileID: fileID, line: line) { callback in
      try make().feed(callback, taking: .all) { .success($0) }
    }
  }
}

extension Publisher where Output: Sendable {
  /// Settles the callback with what comes. The inlet alone holds the callback, and the upstream alone the
  /// inlet: an upstream that drops it drops the callback.
  fileprivate func feed<Value>(
    _ callback: Callback<Value>,
    taking: CollectionState<Output>.Taking,
    outcome: @escaping @Sendable ([Output]) -> Result<Value, any Error>
  ) {
    let values = Lock(CollectionState<Output>(taking))
    let inlet = Inlet<Output, Failure>(
      demand: taking == .first ? .max(1) : .unlimited,
      value: { inlet, value in
        let (count, isEnough) = values.withLock { $0.take(value) }
        if isEnough {
          inlet.cancel()
          callback(outcome([value]))
        } else if taking == .all {
          callback.report(completed: Int64(count), total: nil)
        }
        return .none
      },
      completion: { completion in
        switch completion {
        case .finished: callback(outcome(values.withLock { $0.takeAll() }))
        case .failure(let error): callback.fail(error)
        }
      }
    )
    callback.onCancel { [weak inlet] in inlet?.cancel() }
    subscribe(inlet)
  }
}
