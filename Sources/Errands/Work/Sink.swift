/// Who waits for the end of a run whose type has been forgotten.
@usableFromInline
struct Sink: Sendable {
  /// The run on whose behalf the other one is.
  @usableFromInline let parent: RunID
  /// Where that one has a place, as it does nothing but wait.
  @usableFromInline let places: WorkPlaces
  @usableFromInline let report: @Sendable (RunProgress) -> Void
  @usableFromInline let receive: @Sendable (Signal) -> Void
}
