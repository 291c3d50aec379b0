extension Errand {
  /// The same work with its value transformed, where it succeeds; what `transform` throws becomes the outcome.
  /// It is called inside the settlement, so keep it short.
  public func map<Other: Sendable>(
    fileID: String = #fileID,
    line: UInt = #line,
    _ transform: @escaping @Sendable (Value) throws -> Other
  ) -> Errand<Other> {
    Errand<Other>(name: name, origin: SourceLocation(fileID: fileID, line: line)) { callback in
      let inner = run(in: nil) { inner in
        inner.onProgress(on: .immediate) { callback.report(completed: $0.completed, total: $0.total) }
        inner.whenSettled(on: .immediate) { outcome in
          callback(outcome.flatMap { value in Result { try transform(value) } })
        }
      }
      callback.onCancel { inner.cancel() }
    }
  }
}
