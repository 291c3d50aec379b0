import Errands
import ErrandsLoading
import ErrandsOperations

extension MusicJob {
  /// Operations: the load, and the reading of its answer, which depends on it.
  func chartByOperation() -> Errand<Chart> {
    .fromCallback(name) { callback in
      let load = fetcher.data(for: request).operation()
      let reading = ErrandOperation(after: load) { fetched in Errand { try chart(from: fetched) } }
      load.onProgress(on: .immediate) { callback.report($0) }
      reading.whenSettled(on: .immediate) { callback($0) }
      callback.onCancel { load.cancel() }
      AsyncOperationQueue().addOperations([load, reading])
    }
  }
}
