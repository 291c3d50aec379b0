import Dispatch
import Errands

extension PhotoBatchWork {
  /// A dispatch group: each member enters it before its work starts, and leaves it when it is done; the group says
  /// when nobody is in it any more.
  func byGroup() -> Errand<Void> {
    .fromCallback("photos by group") { [self] callback in
      let group = DispatchGroup()
      for index in indices {
        photo(index).run(entering: group, on: .immediate) { [self] outcome in settle(index, outcome) }
      }
      Errand.waiting(for: group).run(on: .immediate) { callback($0) }
    }
  }
}
