/// Who waits for the end of a run whose type has been forgotten.
@usableFromInline
struct Sink: Sendable {
  /// The run on whose behalf the other one is.
  @usableFromInline let parent: AnyRun
  /// Where that one has a place, as it does nothing but wait.
  @usableFromInline let places: WorkPlaces
  /// Is told of the run before its work starts: whoever cancels it finds it, be its beginning never so long.
  @usableFromInline let begins: @Sendable (AnyRun) -> Void
  @usableFromInline let report: @Sendable (RunProgress) -> Void
  @usableFromInline let receive: @Sendable (Signal) -> Void
}
