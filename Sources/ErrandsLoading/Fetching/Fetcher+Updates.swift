import Errands

extension Fetcher {
  /// What the cache has at once, however old it is, and what the server says then: two values, or one where nothing is stored,
  /// where what is stored is fresh, or where it may not be given without asking. Where the server fails, the stream ends with
  /// that error behind the first value.
  ///
  /// Without a cache, and where something is changed, it is the answer of ``data(for:)``. Leaving the loop, or letting go of the stream, ends the load.
  public func updates(for request: FetchRequest) -> AsyncThrowingStream<FetchedData, any Error> {
    let (stream, values) = AsyncThrowingStream<FetchedData, any Error>.makeStream()
    let first = measured(request) { limited(answer(to: request, $0), request) }
    let run = first.flatMap { answer -> Errand<Void> in
      values.yield(answer.data)
      guard let renewal = answer.renewal else { return Errand {} }
      return limited(renewal, request).map { _ = values.yield($0) }
    }.begin(in: nil) { run in
      run.whenSettled(on: .immediate) { outcome in
        switch outcome {
        case .success: values.finish()
        case .failure(let error): values.finish(throwing: error)
        }
      }
    }
    values.onTermination = { _ in run.cancel() }
    return stream
  }

  private func answer(to request: FetchRequest, _ recorder: LoadRecorder?) -> Errand<CachedLoad.Answer> {
    guard let cache = configuration.cache, request.method.isSafe else {
      return shared(request, recorder).map { CachedLoad.Answer(data: $0) }
    }
    var request = request
    request.cacheUse = .staleThenFresh
    return CachedLoad(fetcher: self, cache: cache, request: request, recorder: recorder).answer()
  }
}
