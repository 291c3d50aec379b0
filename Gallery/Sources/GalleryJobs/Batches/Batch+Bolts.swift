import Errands
import ErrandsBolts

extension Batch {
  /// Bolts tasks: a completion source for each member, set when its outcome has been told, and a task that ends after
  /// all of them.
  func allByBolts() -> Errand<Void> {
    .fromBoltsTask("\(name) by bolts") {
      Task.whenAll(
        members.enumerated().map { index, member in
          let told = TaskCompletionSource<Void>()
          let run = member.run(on: .immediate) { outcome in
            tell(index, outcome)
            told.set(result: ())
          }
          told.onCancel { run.cancel() }
          return told.task
        }
      )
    }
  }
}
