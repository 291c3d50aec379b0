public import Errands

extension AnyAsyncOperation {
  /// How far the work has come, as far as it says so: by `Callback.report(completed:total:)`.
  public final var progress: RunProgress? { anyRun.progress }

  /// Calls the handler with the newest progress, where `delivery` says, until the operation ends; the last
  /// report comes before the outcome.
  public final func onProgress(
    on delivery: Delivery,
    _ handler: @escaping @Sendable (RunProgress) -> Void
  ) {
    anyRun.onProgress(on: delivery, handler)
  }

  /// Calls the handler on the main actor with the newest progress, until the operation ends.
  public final func onProgress(_ handler: @escaping @MainActor (RunProgress) -> Void) {
    onProgress(on: .mainActor) { progress in
      MainActor.assumeIsolated { handler(progress) }
    }
  }
}
