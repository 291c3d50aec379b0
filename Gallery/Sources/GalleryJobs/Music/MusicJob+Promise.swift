import Dispatch
import Errands
import ErrandsLoading
import ErrandsPromises

extension MusicJob {
  /// A promise: the answer first, then the chart in it.
  func chartByPromise() -> Errand<Chart> {
    .fromPromise(name) {
      firstly { fetcher.data(for: request).promise() }
        .map(on: .global()) { try chart(from: $0) }
    }
  }
}
