import Errands
import ErrandsLoading
import Foundation
import GalleryConnections
import GalleryDatabase
import GalleryJobs

// What clients ask for.
extension PhotoBatches {
  /// Whether addresses that begin with a slash lead anywhere.
  var hasSamples: Bool { telling.base != nil }

  /// Keeps a batch, which then begins, and gives its number.
  ///
  /// - Parameter client: The client that the batch is for; nil where that is not known.
  /// - Throws: A problem with status 429 where as many as are allowed run already, in all or of this client, 422 where
  ///   it is to take longer than is allowed, or 503 where the server is about to end; why it cannot be kept.
  func start(_ order: PhotosOrder, for client: ClientAddress?) async throws -> String {
    if let time = order.timeLimit, time > limits.time {
      let detail =
        "A batch may take \(limits.time.shortText) here; give a timeLimit within that, or leave it out."
      throw Problem(status: .unprocessableContent, detail: detail)
    }
    if state.withLock({ $0.isClosed }) {
      throw Problem.busy("The server is about to end; try again in a moment.")
    }
    let kept = BatchOrder(
      addresses: order.addresses,
      style: order.style,
      timeLimit: order.timeLimit ?? limits.time,
      client: client.map { "\($0)" }
    )
    do {
      let store = try await store()
      try await sweep(store)
      try await create(kept, in: store)
    } catch let refusal as BatchRefusal {
      throw problem(refusal)
    }
    wake.yield()
    return kept.id
  }

  /// What was kept by a call whose answer was lost is carried out: who was told that it was not would order it twice.
  private func create(_ order: BatchOrder, in store: any BatchStore) async throws {
    do {
      try await store.create(order, within: limits.batches)
    } catch let error as LibraryError {
      guard case .away = error, await isKept(order.id, in: store) else { throw error }
    }
  }

  /// False where that is not known soon: the client has waited for the first answer already.
  private func isKept(_ id: String, in store: any BatchStore) async -> Bool {
    let asking = Errand("batch") { try await store.batch(id) != nil }
    return (try? await asking.timeout(after: .seconds(2)).value()) ?? false
  }

  private func problem(_ refusal: BatchRefusal) -> Problem {
    let detail =
      switch refusal {
      case .full: "As many batches as this server takes are running"
      case .shareFull: "You have \(limits.batches.runningOfOne) batches running, as many as one may"
      }
    let advice = "; wait for one to end, or cancel one."
    return Problem(status: .tooManyRequests, detail: detail + advice, retryAfter: 5)
  }

  /// The latest first.
  var all: [BatchesAnswer.Entry] {
    get async throws {
      let store = try await store()
      try await sweep(store)
      var batches: [StoredBatch] = []
      repeat {
        let page = try await store.page(after: batches.last?.number, limit: Self.pageSize)
        batches += page
        if page.count < Self.pageSize { break }
      } while true
      return batches.map { BatchesAnswer.Entry($0, progress: progress($0)) }
    }
  }

  private static let pageSize = 200

  /// Forgets what is over, or another time, where the disk is full, say. Where the database is away, what follows would wait
  /// for it once more.
  private func sweep(_ store: any BatchStore) async throws {
    do {
      try await store.sweep(limits.batches)
    } catch {
      if case .away? = error as? LibraryError { throw error }
    }
  }

  /// - Throws: A problem with status 404 where there is none, or none any more, and 503 where what becomes of it cannot
  ///   be kept at present.
  func answer(_ id: String) async throws -> BatchAnswer {
    let store = try await store()
    try await sweep(store)
    guard let contents = try await store.contents(of: id) else { throw Self.unknown }
    if contents.batch.ended == nil, let trouble = recorder.trouble { throw Problem.busy(trouble) }
    return telling.answer(contents, progress: progress(contents.batch))
  }

  /// - Throws: The same 404.
  func stored(_ id: String) async throws -> StoredBatch {
    guard let batch = try await store().batch(id) else { throw Self.unknown }
    return batch
  }

  /// Cancels a batch. No effect on one that has ended.
  ///
  /// - Throws: The same 404; why that cannot be kept.
  func cancel(_ id: String) async throws {
    guard try await recorder.end(now: id, .cancelled) else { throw Self.unknown }
  }

  private static let unknown = Problem(
    status: .notFound,
    detail: "There is no such batch of photos; one that has ended is kept for an hour at most. "
      + "Start another one."
  )

  /// What was told of batches after a place, as events.
  ///
  /// - Parameter told: Up to where this server has told it: what other servers have kept since comes to all listeners
  ///   together, and not in the middle of something.
  func past(
    after cursor: BatchCursor?,
    of id: String?,
    upTo told: BatchCursor?
  ) async throws -> (drafts: [EventDraft], position: BatchCursor, isWhole: Bool) {
    var news = try await store().news(after: cursor, of: id, limit: Self.mostMissed)
    if let told, told.store == news.position.store, told.place < news.position.place {
      recorder.look()
      let later = news.entries.filter { $0.place > told.place }
      for batch in later.map(\.batch) { news.batches[batch] = nil }
      news.entries.removeAll { $0.place > told.place }
      news.position = BatchCursor(store: told.store, place: max(told.place, cursor?.place ?? 0))
    }
    return (telling.drafts(of: news), news.position, news.isWhole)
  }

  /// How many members one who comes back is told of; one who has missed more has to read them.
  private static let mostMissed = 1000
}
