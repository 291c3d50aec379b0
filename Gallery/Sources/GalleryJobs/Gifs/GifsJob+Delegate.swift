import Errands
import ErrandsLoading

extension GifsJob {
  /// Delegates: told how far a step is and how it ended, they begin the next.
  func pageByDelegate(_ request: FetchRequest) -> Errand<GifPage> {
    .fromCallback("page by delegate") { callback in
      let delegate = PageDelegate(job: self, callback: callback)
      // A run holds its delegate weakly.
      callback.keepAlive(delegate)
      let run = answer(to: request).run(delegate: delegate, on: nextStep)
      callback.onCancel { run.cancel() }
    }
  }

  func fileByDelegate(_ download: GifDownload) -> Errand<GifFile> {
    .fromCallback("\(download.title) by delegate") { callback in
      let delegate = LoadDelegate(download: download, delivery: nextStep, callback: callback)
      callback.keepAlive(delegate)
      download.fetched().run(delegate: delegate, on: nextStep)
    }
  }
}

private final class PageDelegate: RunDelegate {
  private let job: GifsJob
  private let callback: Callback<GifPage>

  init(job: GifsJob, callback: Callback<GifPage>) {
    self.job = job
    self.callback = callback
  }

  func run(_ run: Run<FetchedData>, didSettle answer: Result<FetchedData, any Error>) {
    callback(Result { try job.page(in: answer.get()) })
  }
}

private final class LoadDelegate: RunDelegate {
  private let download: GifDownload
  private let delivery: Delivery
  private let callback: Callback<GifFile>

  init(download: GifDownload, delivery: Delivery, callback: Callback<GifFile>) {
    self.download = download
    self.delivery = delivery
    self.callback = callback
  }

  func run(_ run: Run<FetchedData>, didReport progress: RunProgress) {
    callback.report(progress)
  }

  func run(_ run: Run<FetchedData>, didSettle outcome: Result<FetchedData, any Error>) {
    do {
      let fetched = try outcome.get()
      let delegate = FileDelegate { [callback] in callback($0) }
      callback.keepAlive(delegate)
      download.inspected(fetched).flatMap(download.saved).run(delegate: delegate, on: delivery)
    } catch {
      callback.fail(error)
    }
  }
}

private final class FileDelegate: RunDelegate {
  private let told: @Sendable (Result<GifFile, any Error>) -> Void

  init(told: @escaping @Sendable (Result<GifFile, any Error>) -> Void) {
    self.told = told
  }

  func run(_ run: Run<GifFile>, didSettle outcome: Result<GifFile, any Error>) { told(outcome) }
}
