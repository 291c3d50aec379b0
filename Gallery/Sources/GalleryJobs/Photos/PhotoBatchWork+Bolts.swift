import Errands
import ErrandsBolts

extension PhotoBatchWork {
  /// Bolts tasks: a completion source for each member, set when its outcome has been told, and a task that ends
  /// after all of them.
  func byBolts() -> Errand<Void> {
    .fromBoltsTask("photos by bolts") { [self] in
      Task.whenAll(
        indices.map { index in
          let told = TaskCompletionSource<Void>()
          photo(index).run(on: .immediate) { [self] outcome in
            settle(index, outcome)
            told.set(result: ())
          }
          return told.task
        }
      )
    }
  }
}
