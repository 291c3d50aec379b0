import Errands
import ErrandsBolts
import ErrandsLoading

extension MusicJob {
  /// A Bolts task: goes on with the answer where there is one.
  func chartByBolts() -> Errand<Chart> {
    .fromBoltsTask(name) {
      fetcher.data(for: request).boltsTask()
        .continueOnSuccessWith(.queue(.global())) { try chart(from: $0) }
    }
  }
}
