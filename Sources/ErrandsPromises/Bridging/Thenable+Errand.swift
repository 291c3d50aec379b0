public import Errands
import ErrandsEager

extension Thenable {
  /// The promise as an errand: each run waits for it, and the work is cancelled when nothing else waits.
  ///
  /// The promise's work has begun long ago; `Errands/Errand/fromPromise(_:fileID:line:_:)` is the errand that
  /// begins it.
  ///
  /// A promise that was cancelled fails the run with `CancellationError`, and one that nothing is left to resolve
  /// with `AbandonedError`; every other error stays the same.
  ///
  /// - Parameter name: What the errand is called in the trace; by default its source line.
  public func errand(_ name: String? = nil, fileID: String = #fileID, line: UInt = #line) -> Errand<T> {
    .fromPromise(name, fileID: fileID, line: line) { self }
  }
}

extension Errand {
  /// An errand that calls a function which gives a promise, and waits for that, once a run. Cancelling the run
  /// cancels the promise.
  ///
  /// ```swift
  /// let chart = Errand.fromPromise { loadChart() }.timeout(after: .seconds(5))
  /// ```
  public static func fromPromise<Made: Thenable>(
    _ name: String? = nil,
    fileID: String = #fileID,
    line: UInt = #line,
    _ make: @escaping @Sendable () throws -> Made
  ) -> Errand where Made.T == Value {
    .fromCallback(name, fileID: fileID, line: line) { callback in
      let made = try make()
      let cell = made as? EagerSettlement<Value> ?? Promise(made)
      cell.forward(to: callback) { $0.bridged }
    }
  }
}

extension Swift.Result where Failure == any Error {
  /// The outcome as the rest of the package speaks of it.
  fileprivate var bridged: Self {
    guard case .failure(PMKError.cancelled) = self else { return abandonmentMapped }
    return .failure(CancellationError())
  }
}
