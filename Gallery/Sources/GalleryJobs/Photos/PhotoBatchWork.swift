import Errands
import ErrandsLoading
import Foundation

/// The work of one batch: a photo for each member, told to the roster when it is done.
final class PhotoBatchWork: Sendable {
  let roster: PhotoRoster
  let batch: PhotoBatch
  private let requests: [Result<FetchRequest, any Error>]
  private let folder: PhotoFolder?
  private let turns: WorkQueue
  /// All loads are in it. What is done with a photo once it is there is not: that takes a moment, asks this scope
  /// whether it is still wanted, and leaves nothing behind. So a batch that ends never ends before its writing.
  private let scope = Scope()
  private let files = DispatchQueue(label: "photo files")

  init(_ batch: PhotoBatch, onEvent: @escaping @Sendable (PhotoBatchEvent) -> Void) {
    self.batch = batch
    roster = PhotoRoster(addresses: batch.addresses, own: OwnUpstream(batch.base), onEvent: onEvent)
    let requests = batch.addresses.map { address in Result { try batch.request(for: address) } }
    folder = batch.directory.map { PhotoFolder($0, for: requests.map { try? $0.get().url }) }
    self.requests = requests
    turns = WorkQueue("photos", limit: batch.loadsAtOnce)
  }

  /// The photos, to be made a whole by a style.
  var photos: Batch<Photo> {
    Batch("photos", requests.indices.map(photo)) { [roster] index, outcome in roster.settle(index, outcome) }
  }

  /// Ends the batch before its time. No effect where all members are done.
  func end(_ end: PhotoRosterState.End) {
    if roster.end(end) { scope.cancel() }
  }

  /// The summary: once `loading` has ended, and everything has been told.
  func summary(after loading: Errand<Void>) -> Errand<PhotoBatchSummary> {
    .fromCallback("photo batch") { [self] callback in
      let limit = timeLimit()
      loading.run(on: .immediate) { [self] _ in
        limit?.cancel()
        roster.finish { callback.succeed($0) }
      }
    }
  }

  private func timeLimit() -> Run<Void>? {
    guard let limit = batch.timeLimit else { return nil }
    let clock = batch.clock
    return Errand("time limit of the batch") { try await clock.sleep(for: limit) }
      .run(on: .immediate) { [self] outcome in
        if case .success = outcome { end(.timedOut) }
      }
  }

  /// The photo of a member: loaded in its turn, checked, written, and added.
  private func photo(_ index: Int) -> Errand<Photo> {
    .fromCallback("photo \(batch.addresses[index].redactedAddress)") { [self] callback in
      let request = try requests[index].get()
      try folder?.make()
      let photo = batch.fetcher.data(for: request).until(scope).flatMap { [self] fetched in
        .writing("writing photo \(index)", on: files, until: scope) { [self] isWanted in
          try keep(fetched, index, while: isWanted)
        }
      }
      let run = turns.inTurn(photo, until: scope).run()
      run.onProgress(on: .immediate) { [roster] in roster.receive($0.completed, by: index) }
      callback.follow(run)
    }
  }

  private func keep(_ fetched: FetchedData, _ index: Int, while isWanted: () -> Bool) throws -> Photo {
    try fetched.checkPhoto()
    let path = try folder?.write(fetched, of: index, while: isWanted)
    // A folder has asked already, and what it has written counts.
    guard path != nil || isWanted() else { throw CancellationError() }
    let photo = Photo(index: index, url: fetched.head.url, path: path, bytes: fetched.body.count)
    batch.manager.add(photo)
    return photo
  }
}
