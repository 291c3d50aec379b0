import Errands
import ErrandsPromises

extension PhotoBatchWork {
  /// Promises: one for each member, and `when` for all of them, however they end.
  func byPromise() -> Errand<Void> {
    .fromPromise("photos by promise") { [self] in
      when(
        resolved: indices.map { index in
          photo(index).promise().tap(on: nil) { [self] in settle(index, $0.outcome) }
        }
      ).asVoid()
    }
  }
}
