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
  @inlinable
  public static func fromPublisher<P: Publisher & SendableMetatype>(
    _ name: String? = nil,
    taking element: PublisherElement = .last,
    fileID: String = #fileID,
    line: UInt = #line,
    _ make: @escaping @Sendable () throws -> P
  ) -> Errand where P.Output == Value {
    let maker = PublisherMaker(make)
    return .fromCallback(name, fileID: fileID, line: line) { try maker.make().settle($0, with: element) }
  }

  /// As `fromPublisher(_:taking:fileID:line:_:)`, for publishers whose work reports progress.
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
    let maker = PublisherMaker(make)
    return .fromCallback(name, fileID: fileID, line: line) { callback in
      try maker.make(ProgressReporter(callback)).settle(callback, with: element)
    }
  }

  /// An errand that subscribes to a publisher, and ends with all of its values, in order; progress counts
  /// them.
  ///
  /// As `fromPublisher(_:taking:fileID:line:_:)`, but for a publisher without a value, of which the array
  /// is empty.
  @inlinable
  public static func collectingPublisher<P: Publisher & SendableMetatype>(
    _ name: String? = nil,
    fileID: String = #fileID,
    line: UInt = #line,
    _ make: @escaping @Sendable () throws -> P
  ) -> Errand where P.Output: Sendable, Value == [P.Output] {
    let maker = PublisherMaker(make)
    return .fromCallback(name, fileID: fileID, line: line) { try maker.make().settle(collecting: $0) }
  }
}
