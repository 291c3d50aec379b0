import Errands

extension Batch {
  /// Completion closures, and a count of those still to come: the closure that brings it to zero is the last.
  func allByClosure() -> Errand<Void> {
    .fromCallback("\(name) by closure") { callback in
      guard !members.isEmpty else { return _ = callback.succeed(()) }
      let scope = Scope()
      callback.onCancel { scope.cancel() }
      let missing = Countdown(from: members.count)
      for (index, member) in members.enumerated() {
        member.run(in: scope, on: .immediate) { outcome in
          tell(index, outcome)
          if missing.countsLast() { callback.succeed(()) }
        }
      }
    }
  }
}
