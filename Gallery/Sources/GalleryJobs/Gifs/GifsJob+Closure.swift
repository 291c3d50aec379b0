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
      let run = download.fetched().run(on: nextStep) { fetched in
        guard let fetched = callback.value(of: fetched) else { return }
        download.inspected(fetched).run(on: nextStep) { animation in
          guard let animation = callback.value(of: animation) else { return }
          download.saved(animation).run(on: nextStep) { callback($0) }
        }
      }
      run.onProgress(on: .immediate) { callback.report($0) }
    }
  }
}

extension Callback {
  /// What a step gave, for the next; where it failed, everything has.
  fileprivate func value<Step>(of outcome: Result<Step, any Error>) -> Step? {
    do {
      return try outcome.get()
    } catch {
      fail(error)
      return nil
    }
  }
}
