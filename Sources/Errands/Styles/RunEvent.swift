/// What a run tells whoever follows it: reports of progress, then the outcome, once and last.
public enum RunEvent<Value: Sendable>: Sendable {
  /// The newest progress; never after the outcome.
  case progress(RunProgress)
  /// The outcome, once and last.
  case settled(Result<Value, any Error>)
}
