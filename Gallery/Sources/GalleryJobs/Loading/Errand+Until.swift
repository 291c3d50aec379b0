import Errands

extension Errand {
  /// The same work, which is also cancelled where `scope` ends.
  func until(_ scope: Scope) -> Errand {
    .fromCallback(name) { callback in callback.follow(run(in: scope)) }
  }
}
