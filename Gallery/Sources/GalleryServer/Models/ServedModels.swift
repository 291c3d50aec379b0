import Errands
import ErrandsCombine
import ErrandsLoading
import GalleryDatabase
import GalleryJobs

/// The models that the server is loading: a loader for each address, for as long as it loads. They belong to the
/// server: whoever asked may leave, and finds what was loaded in the library.
@MainActor
final class ServedModels {
  private struct Served {
    let loader: ModelLoader<Article>
    let subscription: AnyCancellable
  }

  private let fetcher: Fetcher
  private let own: OwnUpstream
  private let hub: EventHub
  private let limit: Int
  private var loads: [String: Served] = [:]
  private var isClosed = false

  nonisolated init(fetcher: Fetcher, own: OwnUpstream, hub: EventHub, limit: Int) {
    self.fetcher = fetcher
    self.own = own
    self.hub = hub
    self.limit = limit
  }

  /// The addresses that are being loaded.
  var addresses: [String] { loads.keys.sorted() }

  /// Begins to load; an address that is being loaded begins anew.
  ///
  /// - Throws: A problem with status 429 where that would be more loads than are allowed at once.
  func load(_ order: ModelsOrder, into library: Library) throws(Problem) {
    guard !isClosed else { throw .busy("The server is about to end; try again in a moment.") }
    guard Set(loads.keys).union(order.addresses).count <= limit else {
      let detail = "As many models as this server takes are being loaded; wait for some to end."
      throw Problem(status: .tooManyRequests, detail: detail, retryAfter: 1)
    }
    for (address, url) in zip(order.addresses, order.urls) {
      let loader = loads[address]?.loader ?? loader(of: address, into: library)
      loader.load(FetchRequest(url, fields: ["Accept": "application/json"]), from: address)
    }
  }

  /// Cancels every load, and takes no more.
  func close() {
    isClosed = true
    loads = [:]
  }

  private func loader(of address: String, into library: Library) -> ModelLoader<Article> {
    let loader = ModelLoader<Article>(fetcher: fetcher, database: library)
    let subscription = loader.$state.dropFirst().sink { [weak self] state in self?.tell(state, of: address) }
    loads[address] = Served(loader: loader, subscription: subscription)
    return loader
  }

  private func tell(_ state: ModelState<Article>, of address: String) {
    let change = ModelChange(url: address, state: state, own: own)
    hub.publish("model", data: JSONText.line(change), topic: .models)
    guard state.isSettled else { return }
    // Held until the loader has returned from what it is doing, which is telling of this.
    let ended = loads.removeValue(forKey: address)
    Task { withExtendedLifetime(ended) {} }
  }
}
