import Errands
import ErrandsLoading

extension GifsJob {
  /// Asynchronous sequences: what happens is read one after the other, in a loop, until the outcome.
  func pageByStream(_ request: FetchRequest) -> Errand<GifPage> {
    Errand("page by stream") {
      try page(in: try await outcome(of: answer(to: request)) { _ in })
    }
  }

  func fileByStream(_ download: GifDownload) -> Errand<GifFile> {
    Errand("\(download.title) by stream") { progress in
      let fetched = try await outcome(of: download.fetched()) {
        progress(completed: $0.completed, total: $0.total)
      }
      let animation = try await outcome(of: download.inspected(fetched)) { _ in }
      return try await outcome(of: download.saved(animation)) { _ in }
    }
  }

  private func outcome<Value>(
    of errand: Errand<Value>,
    progress: (RunProgress) -> Void
  ) async throws -> Value {
    for await event in errand.events() {
      switch event {
      case .progress(let report): progress(report)
      case .settled(let outcome): return try outcome.get()
      }
    }
    throw CancellationError()
  }
}
