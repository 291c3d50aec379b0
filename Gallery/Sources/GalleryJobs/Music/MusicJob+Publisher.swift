import Errands
import ErrandsCombine
import ErrandsLoading

extension MusicJob {
  /// A publisher: of the answer, and then of the chart in it.
  func chartByPublisher() -> Errand<Chart> {
    .fromPublisher(name) { progress in
      fetcher.data(for: request).reporting(to: progress).publisher()
        .tryAsyncMap { try chart(from: $0) }
    }
  }
}
