import Errands
import ErrandsLoading

extension GifsJob {
  /// A group: the load enters it, and the next step follows when nobody is in it any more.
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

  func fileByGroup(_ download: GifDownload) -> Errand<GifFile> {
    .fromCallback("\(download.title) by group") { callback in
      let group = Group<FetchedData>(download.title)
      let load = group.add(download.fetched())
      load.onProgress(on: .immediate) { callback.report($0) }
      group.notify(on: nextStep) { outcomes in
        for outcome in outcomes {
          Errand.settled(outcome).flatMap(download.inspected).flatMap(download.saved)
            .run(on: .immediate) { callback($0) }
        }
      }
    }
  }
}

extension Errand {
  fileprivate static func settled(_ outcome: Result<Value, any Error>) -> Errand {
    switch outcome {
    case .success(let value): .success(value)
    case .failure(let error): .failure(error)
    }
  }
}
