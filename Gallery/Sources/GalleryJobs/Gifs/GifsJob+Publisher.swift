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

  /// One publisher for each download, merged into one that finishes when all of them have.
  func allByPublisher(_ batch: GifsBatchWork) -> Errand<Void> {
    Errand<[Void]>.collectingPublisher("gifs by publisher") {
      batch.indices.map { index in
        batch.file(index).publisher()
          .map { Result<GifFile, any Error>.success($0) }
          .catch { Just(.failure($0)) }
          .map { batch.settle(index, $0) }
      }.merged()
    }.map { _ in }
  }
}
