/// What a run tells whoever follows it: reports of progress, then the outcome, once and last.
public enum RunEvent<Value: Sendable>: Sendable {
  case progress(RunProgress)
  case settled(Result<Value, any Error>)
}
