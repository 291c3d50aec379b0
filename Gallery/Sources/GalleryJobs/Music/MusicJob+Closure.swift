import Errands
import ErrandsLoading

extension MusicJob {
  /// A completion closure: begin, and be called once with a result.
  func chartByClosure() -> Errand<Chart> {
    Errand.fromCallback(name) { callback in
      let run = fetcher.data(for: request).run(on: .concurrent) { result in
        callback(result.flatMap { fetched in Result { try chart(from: fetched) } })
      }
      run.onProgress(on: .immediate) { callback.report($0) }
      callback.onCancel { run.cancel() }
    }
  }
}
