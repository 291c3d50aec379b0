import Errands
import ErrandsLoading

extension GifsJob {
  /// Completion closures: each begins the next step, on the queue that was chosen for it.
  func pageByClosure(_ request: FetchRequest) -> Errand<GifPage> {
    .fromCallback("page by closure") { callback in
      let run = answer(to: request).run(on: nextStep) { answer in
        callback(answer.flatMap { fetched in Result { try page(in: fetched) } })
      }
      callback.onCancel { run.cancel() }
    }
  }

  func fileByClosure(_ download: GifDownload) -> Errand<GifFile> {
    .fromCallback("\(download.title) by closure") { callback in
      // The step that is under way ends with it, and none begins after that.
      let steps = Scope()
      callback.onCancel { steps.cancel() }
      let load = download.fetched().run(in: steps, on: nextStep) { fetched in
        guard let fetched = callback.value(of: fetched) else { return }
        download.inspected(fetched).run(in: steps, on: nextStep) { animation in
          guard let animation = callback.value(of: animation) else { return }
          download.saved(animation).run(in: steps, on: nextStep) { callback($0) }
        }
      }
      load.onProgress(on: .immediate) { callback.report($0) }
    }
  }
}
