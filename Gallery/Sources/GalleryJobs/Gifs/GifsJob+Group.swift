import Errands
import ErrandsLoading

extension GifsJob {
  /// A group: the load enters it, and the next step follows when it is empty.
  func pageByGroup(_ request: FetchRequest) -> Errand<GifPage> {
    .fromCallback("page by group") { callback in
      let group = Group<FetchedData>("answer")
      group.add(answer(to: request))
      callback.onCancel { group.cancel() }
      group.notify(on: nextStep) { answers in
        for answer in answers { callback(Result { try page(in: answer.get()) }) }
      }
    }
  }

  /// Two of them: when that of the load is empty, what came of it enters that of the file.
  func fileByGroup(_ download: GifDownload) -> Errand<GifFile> {
    .fromCallback("\(download.title) by group") { callback in
      let (loads, files) = (Group<FetchedData>("load"), Group<GifFile>("file"))
      callback.onCancel {
        loads.cancel()
        files.cancel()
      }
      let load = loads.add(download.fetched())
      load.onProgress(on: .immediate) { callback.report($0) }
      loads.notify(on: nextStep) { loaded in
        for fetched in loaded {
          guard let fetched = callback.value(of: fetched) else { return }
          files.add(download.inspected(fetched).flatMap(download.saved))
        }
        files.notify(on: nextStep) { written in for file in written { callback(file) } }
      }
    }
  }
}
