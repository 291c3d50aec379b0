/// How a wait with a time limit ended.
public enum GroupWait<Value: Sendable>: Sendable {
  /// Every member has settled: their outcomes, in the order of entering.
  case completed([Result<Value, any Error>])
  /// The limit passed first. `settled` members of those that had entered were done; the others go on.
  case timedOut(settled: Int, of: Int)
}
