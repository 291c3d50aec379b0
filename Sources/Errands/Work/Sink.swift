/// Who waits for the end of a run whose type has been forgotten.
@usableFromInline
struct Sink: Sendable {
  /// The run on whose behalf the other one is.
  @usableFromInline let parent: RunID
  @usableFromInline let report: @Sendable (RunProgress) -> Void
  @usableFromInline let receive: @Sendable (Signal) -> Void
}
