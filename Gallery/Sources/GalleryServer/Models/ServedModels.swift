import Errands
import ErrandsLoading
import GalleryDatabase
import GalleryJobs
import Logging

/// The models that the server is loading: a scope for each address, for as long as it loads. They belong to the
/// server: the client that asked may leave, and finds what was loaded in the library.
final class ServedModels: Sendable {
  private struct State {
    var loads: [String: (number: Int, scope: Scope)] = [:]
    var last = 0
    var isClosed = false
  }

  private let fetcher: Fetcher
  private let own: OwnUpstream
  private let hub: EventHub
  private let timeline: Timeline
  private let limit: Int
  private let logger: Logger
  private let state = Lock(State())

  init(
    fetcher: Fetcher,
    own: OwnUpstream,
    hub: EventHub,
    timeline: Timeline,
    limit: Int,
    logger: Logger
  ) {
    self.fetcher = fetcher
    self.own = own
    self.hub = hub
    self.timeline = timeline
    self.limit = limit
    self.logger = logger
  }

  /// The addresses that are being loaded.
  var addresses: [String] { state.withLock { $0.loads.keys.sorted() } }

  /// Begins to load; an address that is being loaded begins anew.
  ///
  /// - Throws: A problem with status 429 where that would be more loads than are allowed at once.
  func load(_ order: ModelsOrder, by style: JobStyle, into library: any LibraryStore) throws(Problem) {
    let job = ModelsJob<Article>(fetcher: fetcher, database: library)
    for (url, load) in zip(order.urls, try begin(order.addresses)) {
      load.replaced?.cancel()
      let request = FetchRequest(url, fields: ["Accept": "application/json"])
      let (address, number) = (load.address, load.number)
      let errand = job.load(request, from: address, by: style) { [weak self] change in
        self?.tell(change, of: address, number)
      }
      let run = errand.run(in: load.scope)
      let job = TimelineJob(kind: .models, style: style.rawValue, label: address.redactedAddress)
      timeline.note(job, of: run.id)
    }
  }

  /// Cancels every load, and takes no more.
  func close() {
    let loads = state.withLock { state in
      defer { state.loads = [:] }
      state.isClosed = true
      return Array(state.loads.values)
    }
    for load in loads { load.scope.cancel() }
  }

  private struct Load {
    let address: String
    let number: Int
    let scope: Scope
    /// That of the load of the same address that this one takes the place of.
    let replaced: Scope?
  }

  private func begin(_ addresses: [String]) throws(Problem) -> [Load] {
    try state.withLock { state throws(Problem) in
      guard !state.isClosed else { throw .busy("The server is about to end; try again in a moment.") }
      guard Set(state.loads.keys).union(addresses).count <= limit else {
        let detail = "As many models as this server takes are being loaded; wait for some to end."
        throw Problem(status: .tooManyRequests, detail: detail, retryAfter: 1)
      }
      return addresses.map { address in
        state.last += 1
        let replaced = state.loads[address]?.scope
        let load = Load(address: address, number: state.last, scope: Scope(), replaced: replaced)
        state.loads[address] = (load.number, load.scope)
        return load
      }
    }
  }

  /// Says what has become of a load, unless another one has taken its place.
  private func tell(_ change: ModelState<Article>, of address: String, _ number: Int) {
    var change = change
    if case .failed(let error as LibraryError) = change {
      logger.error("What was loaded cannot be kept: \(error)")
      change = .failed(ToldError(description: error.toldSentence))
    }
    let ended: Scope? = state.withLock { state in
      guard state.loads[address]?.number == number else { return nil }
      // Published under the lock, or the news of a load could follow those of the one that takes its place.
      let news = ModelChange(url: address, state: change, own: own)
      hub.publish("model", data: JSONText.line(news), topic: .models)
      return change.isSettled ? state.loads.removeValue(forKey: address)?.scope : nil
    }
    withExtendedLifetime(ended) {}
  }
}
