import Dispatch
import Errands
import ErrandsLoading

/// The work of one batch of downloads: a file for each hit, told when it is done.
final class GifsBatchWork: Sendable {
  private let job: GifsJob
  private let hits: [Gif]
  private let renditions: [Result<(GifRendition, SafeFileName), GiphyError>]
  private let folder: GifFolder
  private let turns: WorkQueue
  private let scope = Scope()
  private let results: Lock<[GifResult?]>
  /// Everything is told on it: one thing after the other, the summary last, and never by a thread that a load
  /// needs.
  private let line = DispatchQueue(label: "gifs batch")
  /// Let go of once everything has been told: the batch may be kept for its results.
  private let listener: Lock<(@Sendable (GifsEvent) -> Void)?>

  init(
    _ job: GifsJob,
    hits: [Gif],
    folder: GifFolder,
    onEvent: @escaping @Sendable (GifsEvent) -> Void
  ) {
    self.job = job
    self.hits = hits
    self.folder = folder
    listener = Lock(onEvent)
    renditions = hits.map { gif in
      Result { () throws(GiphyError) in
        let rendition = try job.rendition(of: gif)
        return (rendition, folder.claim(gif, at: rendition.url))
      }
    }
    turns = WorkQueue("gifs", limit: job.downloadsAtOnce)
    results = Lock(Array(repeating: nil, count: hits.count))
  }

  /// The downloads, to be made a whole by a style.
  var downloads: Batch<GifFile> { Batch("gifs", hits.indices.map(file), tell: settle) }

  /// The hits that are done, in their order.
  var done: [GifResult] { results.withLock { $0.compactMap(\.self) } }

  var summary: GifsSummary {
    let done = done
    return GifsSummary(
      found: hits.count,
      downloaded: done.count { $0.status == .succeeded },
      failed: done.count { $0.status == .failed }
    )
  }

  /// Ends the batch before its time: what is not done is cancelled.
  func cancel() { scope.cancel() }

  /// The summary: once `loading` has ended, and everything has been told.
  func summary(after loading: Errand<Void>) -> Errand<GifsSummary> {
    .fromCallback("gifs batch") { [self] callback in
      loading.run(on: .queue(line)) { [self] _ in
        let summary = summary
        tell(.done(summary))
        letGo()
        callback.succeed(summary)
      }
    }
  }

  /// The file of a hit, downloaded in its turn.
  private func file(_ index: Int) -> Errand<GifFile> {
    .fromCallback("gif \(hits[index].id)") { [self] callback in
      let (rendition, name) = try renditions[index].get()
      let download = job.step(hits[index], rendition, named: name, in: folder, until: scope)
      let run = turns.inTurn(job.file(by: download), until: scope).run()
      run.onProgress(on: .queue(line)) { [self] in tell(.progress(index: index, $0)) }
      callback.follow(run)
    }
  }

  /// A hit is done.
  private func settle(_ index: Int, _ outcome: Result<GifFile, any Error>) {
    let rendition = try? renditions[index].get().0
    let result = GifResult(index: index, gif: hits[index], rendition: rendition, outcome: outcome)
    results.withLock { $0[index] = result }
    line.async { [self] in tell(.hit(result)) }
  }

  /// What the listener captured is freed outside the lock.
  private func letGo() {
    _ = listener.withLock { listener in
      defer { listener = nil }
      return listener
    }
  }

  /// Never while the lock is held: a listener may look at the batch.
  private func tell(_ event: GifsEvent) {
    listener.withLock { $0 }?(event)
  }
}
