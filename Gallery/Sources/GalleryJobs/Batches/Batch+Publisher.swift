import Errands
import ErrandsCombine

extension Batch {
  /// Publishers: the members' publishers, merged into one that finishes when all of them have.
  func allByPublisher() -> Errand<Void> {
    Errand<[Void]>.collectingPublisher("\(name) by publisher") {
      members.indices.map { told($0).publisher() }.merged()
    }.map { _ in }
  }

  /// A member that is told of where it ends: a subscriber that has cancelled hears of nothing any more.
  private func told(_ index: Int) -> Errand<Void> {
    .fromCallback(members[index].name) { callback in
      let run = members[index].run(on: .immediate) { outcome in
        tell(index, outcome)
        callback.succeed(())
      }
      callback.onCancel { run.cancel() }
    }
  }
}
