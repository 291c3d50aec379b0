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
      let steps = DownloadSteps(download: download, delivery: nextStep, callback: callback)
      callback.onCancel { [scope = steps.scope] in scope.cancel() }
      steps.begin(download.fetched(), telling: LoadDelegate(steps: steps))
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

/// What the delegates of one download share.
private struct DownloadSteps: Sendable {
  let download: GifDownload
  let delivery: Delivery
  let callback: Callback<GifFile>
  /// The step that is under way ends with it, and none begins after that.
  let scope = Scope()

  func begin<Step>(_ step: Errand<Step>, telling delegate: some RunDelegate<Step>) {
    callback.keepAlive(delegate)
    step.run(delegate: delegate, in: scope, on: delivery)
  }
}

private final class LoadDelegate: RunDelegate {
  private let steps: DownloadSteps

  init(steps: DownloadSteps) {
    self.steps = steps
  }

  func run(_ run: Run<FetchedData>, didReport progress: RunProgress) {
    steps.callback.report(progress)
  }

  func run(_ run: Run<FetchedData>, didSettle fetched: Result<FetchedData, any Error>) {
    guard let fetched = steps.callback.value(of: fetched) else { return }
    steps.begin(steps.download.inspected(fetched), telling: InspectionDelegate(steps: steps))
  }
}

private final class InspectionDelegate: RunDelegate {
  private let steps: DownloadSteps

  init(steps: DownloadSteps) {
    self.steps = steps
  }

  func run(_ run: Run<GifAnimation>, didSettle animation: Result<GifAnimation, any Error>) {
    guard let animation = steps.callback.value(of: animation) else { return }
    steps.begin(steps.download.saved(animation), telling: FileDelegate(steps: steps))
  }
}

private final class FileDelegate: RunDelegate {
  private let steps: DownloadSteps

  init(steps: DownloadSteps) {
    self.steps = steps
  }

  func run(_ run: Run<GifFile>, didSettle file: Result<GifFile, any Error>) { steps.callback(file) }
}
