import Errands
import ErrandsLoading

extension MusicJob {
  /// A group: the load enters it, and the group is notified when it is empty.
  func chartByGroup() -> Errand<Chart> {
    Errand.fromCallback(name) { callback in
      let group = Group<FetchedData>(name)
      let load = group.add(fetcher.data(for: request))
      load.onProgress(on: .immediate) { callback.report($0) }
      callback.onCancel { group.cancel() }
      group.notify(on: .concurrent) { outcomes in
        for outcome in outcomes { callback(Result { try chart(from: outcome.get()) }) }
      }
    }
  }
}
