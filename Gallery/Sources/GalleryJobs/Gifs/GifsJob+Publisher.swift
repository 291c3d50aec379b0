import Errands
import ErrandsCombine
import ErrandsLoading

extension GifsJob {
  /// Publishers: each step's value goes down the chain to the next.
  func pageByPublisher(_ request: FetchRequest) -> Errand<GifPage> {
    .fromPublisher("page by publisher") {
      answer(to: request).publisher()
        .tryAsyncMap { try page(in: $0) }
    }
  }

  func fileByPublisher(_ download: GifDownload) -> Errand<GifFile> {
    .fromPublisher("\(download.title) by publisher") { progress in
      download.fetched().reporting(to: progress).publisher()
        .flatMap { download.inspected($0).publisher() }
        .flatMap { download.saved($0).publisher() }
    }
  }
}
