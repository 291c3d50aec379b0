/// Tells the queue's own `async` from the one that gives a promise: `queue.async(.promise) { … }`.
public enum PMKNamespacer: Sendable {
  /// The only one.
  case promise
}
