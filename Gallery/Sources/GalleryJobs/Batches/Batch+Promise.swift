import Errands
import ErrandsPromises

extension Batch {
  /// Promises: one for each member, and `when` for all of them, however they end.
  func allByPromise() -> Errand<Void> {
    .fromPromise("\(name) by promise") {
      when(
        resolved: members.enumerated().map { index, member in
          member.promise().tap(on: nil) { tell(index, $0.outcome) }
        }
      ).asVoid()
    }
  }
}
