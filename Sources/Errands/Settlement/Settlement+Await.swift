extension Settlement {
  /// The outcome, whenever it comes. The only place in the package that holds a continuation: the cell calls
  /// each handler exactly once, even when the cell itself goes away, so this one is resumed exactly once.
  ///
  /// Cancelling the waiting task does not end the wait; `onCancel` is what does, by settling the cell.
  package func settled(onCancel: @Sendable () -> Void) async -> Outcome {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        whenSettled { continuation.resume(returning: $0) }
      }
    } onCancel: {
      onCancel()
    }
  }
}
