import Errands
import ErrandsLoading

extension GifsJob {
  /// Straight on: wait for a step, then go to the next.
  func pageByAsync(_ request: FetchRequest) -> Errand<GifPage> {
    Errand("page by async") {
      let answer = try await answer(to: request).value()
      return try page(in: answer)
    }
  }

  func fileByAsync(_ download: GifDownload) -> Errand<GifFile> {
    Errand("\(download.title) by async") { progress in
      let fetched = try await download.fetched().value(reporting: progress)
      let animation = try await download.inspected(fetched).value()
      return try await download.saved(animation).value()
    }
  }
}
