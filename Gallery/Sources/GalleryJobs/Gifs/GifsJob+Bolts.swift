import Errands
import ErrandsBolts
import ErrandsLoading

extension GifsJob {
  /// Bolts tasks: each step continues on the success of the one before, on the queue that was chosen for it, and a
  /// failure passes them all.
  func pageByBolts(_ request: FetchRequest) -> Errand<GifPage> {
    .fromBoltsTask("page by bolts") {
      answer(to: request).boltsTask()
        .continueOnSuccessWith(.delivery(nextStep)) { try page(in: $0) }
    }
  }

  func fileByBolts(_ download: GifDownload) -> Errand<GifFile> {
    .fromBoltsTask("\(download.title) by bolts") {
      download.fetched().boltsTask()
        .continueOnSuccessWithTask(.delivery(nextStep)) { download.inspected($0).boltsTask() }
        .continueOnSuccessWithTask(.delivery(nextStep)) { download.saved($0).boltsTask() }
    }
  }
}
