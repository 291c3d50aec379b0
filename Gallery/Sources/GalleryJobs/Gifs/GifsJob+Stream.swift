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

  /// The outcomes of all downloads in one stream, read until each has had its own.
  func allByStream(_ batch: GifsBatchWork) -> Errand<Void> {
    Errand("gifs by stream") {
      let (outcomes, arrivals) = AsyncStream.makeStream(of: (Int, Result<GifFile, any Error>).self)
      for index in batch.indices {
        batch.file(index).run(on: .immediate) { arrivals.yield((index, $0)) }
      }
      var expected = batch.indices.count
      guard expected > 0 else { return }
      for await (index, outcome) in outcomes {
        batch.settle(index, outcome)
        expected -= 1
        if expected == 0 { break }
      }
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
