import ErrandsLoading
import Foundation
import GalleryConnections
import GalleryJobs

/// The batches of photos that the server loads, and those that ended lately.
final class PhotoBatches: Sendable {
  private let fetcher: Fetcher
  private let base: URL?
  private let signer: ImageSigner
  private let hub: EventHub
  private let timeline: Timeline
  private let limits: Limits
  private let shelf: Lock<BatchShelf<ServedBatch>>

  struct Limits: Sendable {
    /// Batches at once.
    let running: Int
    /// Batches of one client at once.
    let runningOfOne: Int
    /// How long a batch may take.
    let time: Duration
  }

  init(
    fetcher: Fetcher,
    base: URL?,
    signer: ImageSigner,
    hub: EventHub,
    timeline: Timeline,
    limits: Limits
  ) {
    self.fetcher = fetcher
    self.base = base
    self.signer = signer
    self.hub = hub
    self.timeline = timeline
    self.limits = limits
    shelf = Lock(
      BatchShelf(
        limits: .init(
          running: limits.running,
          runningOfOne: limits.runningOfOne,
          ended: 32,
          weight: 8_000_000,
          age: .seconds(3600)
        )
      )
    )
  }

  /// Whether addresses that begin with a slash lead anywhere.
  var hasSamples: Bool { base != nil }

  /// The latest first.
  var all: [BatchesAnswer.Entry] {
    sweep()
    return shelf.withLock { $0.all }.map(\.entry).sorted { $0.started > $1.started }
  }

  /// Begins a batch, and gives its number.
  ///
  /// - Parameter client: The client that the batch is for; nil where that is not known.
  /// - Throws: A problem with status 429 where as many as are allowed run already, in all or of this client, 422 where
  ///   it is to take longer than is allowed, or 503 where the server is about to end.
  func start(_ order: PhotosOrder, for client: ClientAddress?) throws(Problem) -> String {
    if let time = order.timeLimit, time > limits.time {
      let detail =
        "A batch may take \(limits.time.shortText) here; give a timeLimit within that, or leave it out."
      throw Problem(status: .unprocessableContent, detail: detail)
    }
    var batch = PhotoBatch(addresses: order.addresses, fetcher: fetcher)
    batch.base = base
    batch.timeLimit = order.timeLimit ?? limits.time
    // Fewer than the connections that one host is given, so that the page can show photos meanwhile.
    batch.loadsAtOnce = 6
    let served = ServedBatch(batch, signer: signer)
    sweep()
    switch shelf.withLock({ $0.admit(served, as: served.id, of: client) }) {
    case .admitted: break
    case .full:
      throw Problem(
        status: .tooManyRequests,
        detail: "As many batches as this server takes are running; wait for one to end, or cancel one.",
        retryAfter: 5
      )
    case .shareFull:
      throw Problem(
        status: .tooManyRequests,
        detail:
          "You have \(limits.runningOfOne) batches running, as many as one may; wait for one to end, or cancel one.",
        retryAfter: 5
      )
    case .closed: throw Problem.busy("The server is about to end; try again in a moment.")
    }
    served.start(by: order.style, telling: hub, and: timeline) { [weak self, weak served] in
      guard let self, let served else { return }
      shelf.withLock { $0.end(served.id, weight: served.weight, at: .now) }
      sweep()
    }
    return served.id
  }

  /// - Throws: A problem with status 404 where there is none, or none any more.
  func batch(_ id: String) throws(Problem) -> ServedBatch {
    sweep()
    guard let batch = shelf.withLock({ $0[id] }) else {
      throw Problem(
        status: .notFound,
        detail: "There is no such batch of photos; one that has ended is kept for an hour at most. "
          + "Start another one."
      )
    }
    return batch
  }

  /// Cancels every batch, and takes no more.
  func close() {
    for batch in shelf.withLock({ $0.close() }) { batch.cancel() }
  }

  private func sweep() {
    // Handed out of the lock: they may be the last references.
    let swept = shelf.withLock { $0.sweep(at: .now) }
    withExtendedLifetime(swept) {}
  }
}
