import Dispatch
import ErrandsPromises
import ErrandsTesting
import Testing

/// A handler without `on:` is main-actor code by its type. The original's traps in Swift 6 mode as soon as it
/// is called on another queue; this one has to be called on the main actor whatever `conf` says.
@Suite("Handlers without on: in Swift 6 mode", .serialized, .timeLimit(.minutes(1)))
@MainActor
struct MainActorTests {
  @Test("of a value run on the main actor, one behind the other")
  func values() async throws {
    let screen = MainActorScreen()
    screen.load(.value("chart"))
    _ = try await screen.events.first { $0 == "finally" }
    #expect(screen.title == "CHART!")
    let steps = ["then", "map", "compactMap", "get", "tap", "ensure", "ensureThen", "finally"]
    #expect(screen.steps == steps)
  }

  @Test("of an error run on the main actor")
  func errors() async throws {
    let screen = MainActorScreen()
    screen.load(Promise(error: Broken(number: 2)))
    _ = try await screen.events.first { $0 == "finally" }
    #expect(screen.title == "")
    #expect(screen.steps == ["tap", "ensure", "ensureThen", "catch Broken(number: 2)", "finally"])
  }

  @Test("that recover run on the main actor, and those of the guarantee behind")
  func recoveries() async throws {
    let screen = MainActorScreen()
    screen.repair(Promise(error: Broken()))
    _ = try await screen.events.first { $0 == "done" }
    #expect(screen.title == "guaranteed!")
    #expect(screen.steps == ["recover", "recover to a guarantee", "then", "map", "get", "done"])
  }

  @Test("that take errors of promises of nothing run on the main actor")
  func forgiving() async throws {
    let screen = MainActorScreen()
    screen.forgive(Promise(error: Broken()))
    _ = try await screen.events.first { $0 == "done" }
    #expect(screen.steps == ["rethrown", "forgiven", "done"])
  }

  @Test("run on the main actor even where somebody has set conf.Q to another queue")
  func otherQueueConfigured() async throws {
    let background = DispatchQueue(label: "background")
    try await withConfiguration {
      $0.Q = (map: background, return: background)
    } _: {
      let screen = MainActorScreen()
      screen.load(.value("chart"))
      _ = try await screen.events.first { $0 == "finally" }
      #expect(screen.title == "CHART!")
      screen.repair(Promise(error: Broken()))
      _ = try await screen.events.first { $0 == "done" }
      #expect(screen.title == "guaranteed!")
    }
  }

  @Test("run on the main actor where conf.Q names no queue, and another thread resolves")
  func noQueueConfigured() async throws {
    try await withConfiguration {
      $0.Q = (map: nil, return: nil)
    } _: {
      let (promise, seal) = Promise<String>.pending()
      let screen = MainActorScreen()
      screen.load(promise)
      await onThread { seal.fulfill("thread") }
      _ = try await screen.events.first { $0 == "finally" }
      #expect(screen.title == "THREAD!")
    }
  }

  @Test("take methods of the main actor by name")
  func methodsByName() async throws {
    let screen = MainActorScreen()
    Promise.value("noted").done(screen.note).cauterize()
    #expect(try await screen.events.event(1) == "noted")
  }

  private struct Article: Sendable {
    var title = "laws"
  }

  private func fetch(_ number: Int) -> Promise<Article> { .value(Article(title: "article \(number)")) }
  private func repair(_ error: any Error) -> Promise<Article> { .value(Article()) }
  private nonisolated func length(_ text: String) -> Int { text.count }

  @Test("take functions, initializers and key paths")
  func functionsAndKeyPaths() async throws {
    #expect(try await fetch(1).map(\.title).async() == "article 1")
    #expect(try await fetch(2).map(\.title).map(length).async() == 9)
    #expect(try await fetch(2).map(on: .global(), \.title).map(on: nil, { $0.count }).async() == 9)
    #expect(try await Promise.value(3).then(fetch).map(\.title).async() == "article 3")
    #expect(try await Promise.value("4").compactMap(Int.init).async() == 4)
    #expect(try await Promise<Article>(error: Broken()).recover(repair).async().title == "laws")
  }

  @Test("come with a policy, too")
  func policies() async throws {
    let heard = Events<String>()
    let cancelled = Promise<Int>(error: PMKError.cancelled)
    cancelled.catch(policy: .allErrors) { _ in
      MainActor.assertIsolated()
      heard.record("catch")
    }.finally { heard.record("finally") }
    _ = try await heard.event(2)
    #expect(heard.all == ["catch", "finally"])
    #expect(try await cancelled.recover(policy: .allErrors) { _ in Promise.value(1) }.async() == 1)
    try await cancelled.asVoid().recover(policy: .allErrors) { error throws in heard.record("taken") }.async()
    #expect(heard.count == 3)
  }

  @Test("see what is not Sendable, and changes")
  func notSendable() async throws {
    final class Counter { var count = 0 }
    let counter = Counter()
    let heard = Events<Int>()
    Promise.value(2).done { value in
      counter.count += value
      heard.record(counter.count)
    }.cauterize()
    #expect(try await heard.event(1) == 2)
  }

  @Test("stand beside handlers with a queue, which leave the main actor and come back")
  func thereAndBack() async throws {
    let known = KnownQueue("work")
    let screen = MainActorScreen()
    Promise.value(20)
      .map(on: known.queue) { number in known.isCurrent ? number + 1 : -1 }
      .then(on: .global()) { number in Promise.value(number * 2) }
      .done { screen.note("\($0)") }
      .catch(on: known.queue) { _ in }
      .finally(on: .main) { screen.events.record("finally") }
    _ = try await screen.events.event(2)
    #expect(screen.steps == ["42"])
  }
}
