import Dispatch
import Errands

extension Batch {
  /// A dispatch group: each member enters it before its work starts, and leaves it when it is done; the group says
  /// when it is empty.
  func allByGroup() -> Errand<Void> {
    .fromCallback("\(name) by group") { callback in
      let scope = Scope()
      callback.onCancel { scope.cancel() }
      let group = DispatchGroup()
      for (index, member) in members.enumerated() {
        member.run(entering: group, in: scope, on: .immediate) { outcome in tell(index, outcome) }
      }
      callback.follow(Errand.waiting(for: group).run())
    }
  }
}
