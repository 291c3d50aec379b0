import Errands
import ErrandsCombine
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import GalleryJobs
import Testing

/// Owners are let go of in every order, at every moment of a load.
@MainActor
@Suite("A loader that nobody wants any more", .timeLimit(.minutes(1)))
struct ModelLoaderLifeTests {
  enum Moment: CaseIterable { case idle, connecting, body, storing, loaded }

  /// Who is let go of first.
  enum Order: CaseIterable { case loaderFirst, subscriptionFirst }

  @Test(
    "Nothing is left alive, the connection is closed, and nothing is kept",
    arguments: Moment.allCases,
    Order.allCases
  )
  func released(moment: Moment, order: Order) async throws {
    let live = LiveObjects()
    let (gate, never) = (Gate(), Gate())
    let script =
      switch moment {
      case .connecting: Script(steps: [.wait(never.wait), .text("{}")])
      case .body: Script.halfAnArticle
      case .idle, .storing, .loaded: Script.article(1)
      }
    if moment == .loaded { gate.open() }
    try await withUpstream(script) { upstream in
      let states = Events<Bool>()
      let committed = try await letGo(moment, order, upstream, live, gate, states)
      let heard = states.count
      try await live.allGone()
      if [.connecting, .body].contains(moment) { try await upstream.earlyCloses(atLeast: 1) }
      #expect(committed.all.contains(.committed("1.json")) == (moment == .loaded))
      #expect(states.count == heard)
    }
  }

  /// Makes the owners, comes to the moment, and lets go of them. What the database has told is given back.
  private func letGo(
    _ moment: Moment,
    _ order: Order,
    _ upstream: ScriptedUpstream,
    _ live: LiveObjects,
    _ gate: Gate,
    _ states: Events<Bool>
  ) async throws -> Events<ShelfDatabase.Event> {
    var database: ShelfDatabase? = ShelfDatabase(gate: gate, probe: live.object("database"))
    let told = try #require(database?.events)
    var loader: ModelLoader<Article>? = ModelLoader(fetcher: .local(), database: try #require(database))
    weak let gone = loader
    var subscription = loader?.$state.sink { [probe = live.object("subscriber")] state in
      _ = probe
      states.record(state.isSettled)
    }
    database = nil
    if moment != .idle { loader?.load(FetchRequest(upstream.url("/1.json"))) }
    switch moment {
    case .idle: break
    case .connecting, .body: _ = try await upstream.request(1)
    case .storing: _ = try await told.first { $0 == .begun("1.json") }
    case .loaded: _ = try await states.first { $0 }
    }
    switch order {
    case .loaderFirst:
      loader = nil
      #expect(gone == nil, "its own load must not keep it alive")
      subscription = nil
    case .subscriptionFirst:
      subscription = nil
      loader = nil
    }
    #expect(gone == nil)
    if moment == .storing { _ = try await told.first { $0 == .cancelled("1.json") } }
    withExtendedLifetime((database, subscription)) {}
    return told
  }

  @Test("The last reference may go on any thread")
  func elsewhere() async throws {
    let live = LiveObjects()
    try await withUpstream(.halfAnArticle) { upstream in
      var loader: ModelLoader<Article>? = ModelLoader(
        fetcher: .local(),
        database: ShelfDatabase(probe: live.object("database"))
      )
      loader?.load(FetchRequest(upstream.url("/1.json")))
      _ = try await upstream.request(1)
      let holder = Task.detached { [loader] in
        try? await Gate().wait()
        withExtendedLifetime(loader) {}
      }
      loader = nil
      holder.cancel()
      try await live.allGone()
      try await upstream.earlyCloses(atLeast: 1)
    }
  }
}
