import Errands
import ErrandsCombine

extension PhotoBatchWork {
  /// Publishers: one for each member, merged into one that finishes when all of them have.
  func byPublisher() -> Errand<Void> {
    Errand<[Void]>.collectingPublisher("photos by publisher") { [self] in
      indices.map { index in
        photo(index).publisher()
          .map { Result<Photo, any Error>.success($0) }
          .catch { Just(.failure($0)) }
          .map { [self] outcome in settle(index, outcome) }
      }.merged()
    }.map { _ in }
  }
}
