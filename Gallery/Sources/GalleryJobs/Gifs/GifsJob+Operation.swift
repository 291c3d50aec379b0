import Errands
import ErrandsLoading
import ErrandsOperations

extension GifsJob {
  /// Operations: each step depends on the one before, and is given its result.
  func pageByOperation(_ request: FetchRequest) -> Errand<GifPage> {
    .fromCallback("page by operation") { callback in
      let load = answer(to: request).operation()
      let reading = ErrandOperation(after: load) { fetched in Errand { try page(in: fetched) } }
      reading.whenSettled(on: .immediate) { callback($0) }
      callback.onCancel { load.cancel() }
      AsyncOperationQueue().addOperations([load, reading])
    }
  }

  func fileByOperation(_ download: GifDownload) -> Errand<GifFile> {
    .fromCallback("\(download.title) by operation") { callback in
      let load = download.fetched().operation()
      let inspection = ErrandOperation(after: load) { download.inspected($0) }
      let saving = ErrandOperation(after: inspection) { download.saved($0) }
      load.onProgress(on: .immediate) { callback.report($0) }
      saving.whenSettled(on: .immediate) { callback($0) }
      callback.onCancel { for step in [load, inspection, saving] as [AnyAsyncOperation] { step.cancel() } }
      AsyncOperationQueue().addOperations([load, inspection, saving])
    }
  }
}
