import Errands

extension Batch {
  /// A task group: a child task for each member. The group ends when the last of them has, and a task that is cancelled
  /// cancels its children.
  func allByAsync() -> Errand<Void> {
    Errand("\(name) by async") {
      await withTaskGroup { group in
        for (index, member) in members.enumerated() {
          group.addTask { tell(index, await member.outcome()) }
        }
      }
    }
  }
}
