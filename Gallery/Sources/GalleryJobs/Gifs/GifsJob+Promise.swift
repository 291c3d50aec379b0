import Errands
import ErrandsLoading
import ErrandsPromises

extension GifsJob {
  /// Promises: each step's value goes on to the next, on the queue that was chosen for it, and an error passes
  /// them all.
  func pageByPromise(_ request: FetchRequest) -> Errand<GifPage> {
    .fromPromise("page by promise") {
      firstly { answer(to: request).promise() }
        .map(on: nextStep) { try page(in: $0) }
    }
  }

  func fileByPromise(_ download: GifDownload) -> Errand<GifFile> {
    .fromPromise("\(download.title) by promise") {
      firstly { download.fetched().promise() }
        .then(on: nextStep) { download.inspected($0).promise() }
        .then(on: nextStep) { download.saved($0).promise() }
    }
  }
}
