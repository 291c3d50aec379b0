import Errands
import ErrandsCombine
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryJobs
import Testing

@MainActor
@Suite("A loader of models", .timeLimit(.minutes(1)))
struct ModelLoaderTests {
  private let states = Events<String>()
  private let subscriptions = Scope()

  private func loader(_ database: ShelfDatabase = ShelfDatabase()) -> ModelLoader<Article> {
    let loader = ModelLoader<Article>(fetcher: .local(), database: database)
    loader.$state.sink { [states] in states.record(ModelChange(url: "", state: $0).state) }
      .store(in: subscriptions)
    return loader
  }

  /// The state once it is `loaded` or `failed`, and the number of states up to there.
  private func end(of loader: ModelLoader<Article>) async throws -> ModelState<Article> {
    for await state in loader.$state.elements where state.isSettled { return state }
    throw CancellationError()
  }

  @Test("It is idle, loads, and publishes the model as it was kept")
  func loads() async throws {
    let database = ShelfDatabase()
    try await withUpstream(.article(17)) { upstream in
      let loader = loader(database)
      loader.load(FetchRequest(upstream.url("/17.json")))
      guard case .loaded(let stored) = try await end(of: loader) else {
        Issue.record("\(loader.state)")
        return
      }
      #expect(stored.id == 1)
      #expect(stored.model.id == 17)
      loader.load(FetchRequest(upstream.url("/17.json")), from: "/17.json")
      loader.load(FetchRequest(upstream.url("/17.json")), from: "/17.json")
      guard case .loaded(let other) = try await end(of: loader) else {
        Issue.record("\(loader.state)")
        return
      }
      #expect(other.id == 2, "an address of its own")
      #expect(states.all == ["idle", "loading", "loaded", "loading", "loading", "loaded"])
      #expect(database.count == 2)
    }
  }

  @Test("What the server, the document or the database says is the failure")
  func fails() async throws {
    try await withUpstream(.status(404)) { upstream in
      let loader = loader()
      loader.load(FetchRequest(upstream.url("/1.json")))
      let state = try await end(of: loader)
      #expect(ModelChange(url: "", state: state).error?.contains("404") == true)
    }
    try await withUpstream(.json(ArticleText.json(1).replacing(#""width":1200"#, with: #""width":null"#))) {
      let (loader, database) = (loader(), ShelfDatabase())
      loader.load(FetchRequest($0.url("/1.json")))
      let state = try await end(of: loader)
      #expect(ModelChange(url: "", state: state).error?.contains("cover.width") == true)
      #expect(database.events.count == 0)
    }
    try await withUpstream(.article(1)) { upstream in
      let loader = loader(ShelfDatabase(isGone: true))
      loader.load(FetchRequest(upstream.url("/1.json")))
      let state = try await end(of: loader)
      #expect(ModelChange(url: "", state: state).error == "The shelf is gone.")
    }
    #expect(
      states.all == ["idle", "loading", "failed", "idle", "loading", "failed", "idle", "loading", "failed"]
    )
  }

  @Test("A new load cancels the one before, and its connection closes")
  func replaced() async throws {
    try await withUpstream(respond: { $0.path == "/1.json" ? .halfAnArticle : .article(2) }) { upstream in
      let loader = loader()
      loader.load(FetchRequest(upstream.url("/1.json")))
      _ = try await upstream.request(1)
      loader.load(FetchRequest(upstream.url("/2.json")))
      guard case .loaded(let stored) = try await end(of: loader) else {
        Issue.record("\(loader.state)")
        return
      }
      #expect(stored.model.id == 2)
      try await upstream.earlyCloses(atLeast: 1)
      #expect(states.all == ["idle", "loading", "loading", "loaded"])
    }
  }

  @Test("A new load cancels the store of the one before, which then keeps nothing")
  func replacedInStore() async throws {
    let gate = Gate()
    let database = ShelfDatabase(gate: gate)
    try await withUpstream(respond: { .article($0.path == "/1.json" ? 1 : 2) }) { upstream in
      let loader = loader(database)
      loader.load(FetchRequest(upstream.url("/1.json")))
      _ = try await database.events.first { $0 == .begun("1.json") }
      loader.load(FetchRequest(upstream.url("/2.json")))
      _ = try await database.events.first { $0 == .cancelled("1.json") }
      gate.open()
      guard case .loaded(let stored) = try await end(of: loader) else {
        Issue.record("\(loader.state)")
        return
      }
      #expect(stored.model.id == 2)
      #expect(database.count == 1)
    }
  }

  @Test("Cancelled, it is idle again, and can load another time")
  func cancelled() async throws {
    try await withUpstream(respond: { $0.path == "/1.json" ? .halfAnArticle : .article(2) }) { upstream in
      let loader = loader()
      loader.load(FetchRequest(upstream.url("/1.json")))
      _ = try await upstream.request(1)
      loader.cancel()
      loader.cancel()
      try await upstream.earlyCloses(atLeast: 1)
      loader.load(FetchRequest(upstream.url("/2.json")))
      _ = try await end(of: loader)
      #expect(states.all == ["idle", "loading", "idle", "loading", "loaded"])
    }
  }

  private struct Cancelled: Transport {
    func send(_ request: FetchRequest) async throws -> TransportResponse { throw CancellationError() }
  }

  /// A load whose scope was cancelled while it began said so by its first step, and had failed with that.
  @Test("What was cancelled by others is idle, too, and has not failed")
  func cancelledElsewhere() async throws {
    let loader = ModelLoader<Article>(fetcher: .local(over: { _ in Cancelled() }), database: ShelfDatabase())
    loader.$state.sink { [states] in states.record(ModelChange(url: "", state: $0).state) }
      .store(in: subscriptions)
    loader.load(FetchRequest(try #require(URL(string: "http://a/1.json"))))
    #expect(try await states.event(3) == "idle")
    #expect(states.all == ["idle", "loading", "idle"])
  }

  @Test("What was loaded stays when it is cancelled after that")
  func cancelledLate() async throws {
    try await withUpstream(.article(1)) { upstream in
      let loader = loader()
      loader.load(FetchRequest(upstream.url("/1.json")))
      _ = try await end(of: loader)
      loader.cancel()
      #expect(loader.state.isSettled)
      #expect(states.all == ["idle", "loading", "loaded"])
    }
  }

  @Test("Whoever observes the object hears before each change")
  func observed() async throws {
    try await withUpstream(.article(1)) { upstream in
      let loader = loader()
      let changes = Events<Bool>()
      loader.objectWillChange.sink { _ in changes.record(true) }.store(in: subscriptions)
      loader.load(FetchRequest(upstream.url("/1.json")))
      _ = try await end(of: loader)
      #expect(changes.count == 2)
    }
  }
}
