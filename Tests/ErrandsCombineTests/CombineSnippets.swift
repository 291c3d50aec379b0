import Dispatch
import Errands
import ErrandsCombine
import ErrandsTesting
import Testing

/// The code of the module's documentation, which the documentation's own test looks for.
@Suite("Snippets of the publishers", .timeLimit(.minutes(1)))
struct CombineSnippets {
  private final class Screen {
    var title = ""
    var subscriptions: Set<AnyCancellable> = []
  }

  private struct Charts: Sendable {
    var published: Publishers.Sequence<[String], Never> { ["sea", "land"].publisher }

    func load(_ name: String) -> Errand<String> { .success(name) }
    func publisher(for name: String) -> Just<String> { Just(name) }
    func size(of name: String) async -> Int { name.count }
    func chart(_ name: String) async -> String { name }
  }

  private let charts = Charts()
  private let names = ["sea", "land"]
  private let scope = Scope()

  @Test("The landing page")
  func landing() async throws {
    let subscription = charts.load("sea").publisher().map { $0.count }.sink(
      receiveCompletion: { completion in print(completion) },
      receiveValue: { count in print(count) }
    )
    let chart = Errand.fromPublisher(taking: .first) { charts.published }.timeout(after: .seconds(5))
    for await chart in charts.published.elements { print(chart.count) }
    #expect(try await chart.value() == "sea")
    subscription.cancel()
  }

  @Test("The guide's table")
  func guide() async throws {
    let published = charts.load("sea").publisher(in: scope)
    #expect(try await Errand.fromPublisher { published }.value() == "sea")
    let chart = try await Errand.fromPublisher(taking: .first) { charts.published }.value()
    let all = try await Errand.collectingPublisher { names.publisher }.value()
    #expect([chart] + all == ["sea", "sea", "land"])
    let titles = Source<String, Never>()
    let screen = Screen()
    titles.weakAssign(to: \.title, on: screen).store(in: &screen.subscriptions)
    titles.withUnretained(screen).sink { screen, title in screen.title = title }.store(in: scope)
    titles.sink(in: scope) { title in print(title) }
    let shared = SafeCancellable(titles.sink { title in print(title) })
    titles.send("sea")
    #expect(screen.title == "sea")
    shared.cancel()
    let ticking = TickPublisher(every: .seconds(1)).sink { @Sendable _ in print("tick") }
    ticking.cancel()
  }

  @Test("The guide's operators")
  func operators() async throws {
    let sizes = names.publisher.asyncMap(maxConcurrent: 4) { name in await charts.size(of: name) }
    let soonest = names.publisher.asyncFlatMap(maxConcurrent: 4) { name in await charts.size(of: name) }
    var read: [Int] = []
    for await size in sizes.elements { read.append(size) }
    for await size in soonest.elements { read.append(size) }
    #expect(read.sorted() == [3, 3, 4, 4])
    let (titles, sizesOfTitles, otherSizes) = (
      Source<String, Never>(), Source<Int, Never>(), Source<Int, Never>()
    )
    let both = titles.combineLatest(sizesOfTitles) { title, size in title.count + size }
    let newest = [sizesOfTitles, otherSizes].combineLatest()
    let any = [sizesOfTitles, otherSizes].merged()
    let queue = DispatchQueue(label: "batches")
    let batches = titles.collect(.byTimeOrCount(queue.ocombine, .seconds(1), 100))
    batches.sink(in: scope) { @Sendable batch in print(batch) }
    let seen = Events<String>()
    both.sink(in: scope) { seen.record("\($0)") }
    newest.sink(in: scope) { seen.record("\($0)") }
    any.sink(in: scope) { seen.record("\($0)") }
    titles.send("sea")
    sizesOfTitles.send(1)
    otherSizes.send(2)
    #expect(seen.all.sorted() == ["1", "2", "4", "[1, 2]"])
    scope.cancel()
  }
}

/// The code of documentation comments.
@Suite("Snippets of the publishers' symbols", .timeLimit(.minutes(1)))
struct CombineSymbolSnippets {
  private final class Screen {
    var title = ""
  }

  private struct Store: Sendable {
    func size(of name: String) async -> Int { name.count }
    func chart(_ name: String) async -> String { name }
    func publisher(for name: String) -> Just<String> { Just(name) }
  }

  private let scope = Scope()

  @Test("Errands and publishers")
  func bridges() async throws {
    let errand = Errand.success("sea")
    let subscription = errand.publisher().map { $0.count }.sink(
      receiveCompletion: { completion in print(completion) },
      receiveValue: { count in print(count) }
    )
    subscription.cancel()
    let charts = Store()
    let chart = Errand.fromPublisher(taking: .first) { charts.publisher(for: "sea") }
    #expect(try await chart.value() == "sea")
  }

  @Test("Subscriptions")
  func subscriptions() async {
    let charts = ["sea", "land"].publisher
    for await chart in charts.elements { print(chart.count) }
    let shared = SafeCancellable(charts.sink { chart in print(chart.count) })
    shared.cancel()
    charts.sink { chart in print(chart.count) }.store(in: scope)
    charts.sink(in: scope) { chart in print(chart.count) }
    let screen = Screen()
    var subscriptions: Set<AnyCancellable> = []
    let titles = Source<String, Never>()
    titles.weakAssign(to: \.title, on: screen).store(in: &subscriptions)
    titles.withUnretained(screen).sink { screen, title in screen.title = title }.store(in: &subscriptions)
    titles.send("sea")
    #expect(screen.title == "sea")
    let ticking = TickPublisher(every: .seconds(1)).sink { _ in print("tick") }
    ticking.cancel()
    #expect(subscriptions.count == 2)
    scope.cancel()
  }

  @Test("Operators")
  func operators() async throws {
    let (names, store) = (["sea", "land"].publisher, Store())
    let sizes = names.asyncMap(maxConcurrent: 4) { name in await store.size(of: name) }
    let loaded = names.asyncFlatMap(maxConcurrent: 4) { name in await store.chart(name) }
    var count = 0
    for await _ in sizes.elements { count += 1 }
    for await _ in loaded.elements { count += 1 }
    let queue = DispatchQueue(label: "batches")
    let batches = names.collect(.byTimeOrCount(queue.ocombine, .seconds(1), 100))
    for await batch in batches.elements { count += batch.count }
    #expect(count == 6)
    combined()
  }

  private func combined() {
    let (width, height) = (Just(1), Just(2))
    let sizes = [width, height].combineLatest()
    let (network, cache) = (Just("a"), Just("b"))
    let everything = [network, cache].merged()
    let seen = Events<String>()
    sizes.sink(in: scope) { seen.record("\($0)") }
    everything.sink(in: scope) { seen.record($0) }
    #expect(seen.all == ["[1, 2]", "a", "b"])
  }
}
