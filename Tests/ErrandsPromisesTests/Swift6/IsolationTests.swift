import Dispatch
import ErrandsPromises
import ErrandsTesting
import Testing

@Suite("Promises from every kind of Swift 6 code", .timeLimit(.minutes(1)))
struct IsolationTests {
  private actor Library {
    var titles: [String] = []

    func add(_ title: String) { titles.append(title) }

    /// With `on: nil` a handler runs wherever the promise is resolved; it may not touch the actor, and says so by
    /// its type.
    func load(_ chart: Promise<String>) -> Promise<Int> {
      chart.map(on: nil) { $0.count }
    }

    func keep(_ chart: Promise<String>) async throws {
      add(try await chart.async())
    }
  }

  @Test("A nonisolated function gets its handlers without on: on the main actor, too")
  func nonisolatedFunction() async throws {
    let heard = Events<String>()
    Promise.value(1).map { value in
      MainActor.assertIsolated()
      return value + 1
    }.done { value in
      MainActor.assertIsolated()
      heard.record("\(value)")
    }.catch { _ in MainActor.assertIsolated() }
    #expect(try await heard.event(1) == "2")
  }

  @Test("A thread outside of Swift's concurrency gets them there, too")
  func plainThread() async throws {
    let heard = Events<Int>()
    await onThread {
      Promise<Int>(error: Broken()).catch { _ in
        MainActor.assertIsolated()
        heard.record(1)
      }.finally {
        MainActor.assertIsolated()
        heard.record(2)
      }
    }
    _ = try await heard.event(2)
    #expect(heard.all == [1, 2])
  }

  @Test("An actor chains with on: nil, in the call itself, and awaits the end")
  func fromAnActor() async throws {
    let library = Library()
    #expect(await library.load(.value("chart")).value == 5)
    try await library.keep(.value("chart"))
    #expect(await library.titles == ["chart"])
  }

  @Test("A main-actor function takes work off the main actor with a queue")
  @MainActor
  func offTheMainActor() async throws {
    let known = KnownQueue("work")
    let queue = known.queue
    let onQueue = Promise.value(1)
      .map(on: queue) { _ in known.isCurrent }
      .get(on: queue) { #expect($0 && known.isCurrent) }
      .tap(on: queue) { _ in #expect(known.isCurrent) }
      .ensure(on: queue) { #expect(known.isCurrent) }
    #expect(try await onQueue.async())
    let recovered = Promise<Int>(error: Broken()).recover(on: queue) { _ in
      Guarantee.value(known.isCurrent ? 1 : 0)
    }
    #expect(await recovered.async() == 1)
  }

  @Test("A main-actor function that says on: nil gets the thread that resolves")
  @MainActor
  func onNil() async throws {
    let known = KnownQueue("resolving")
    let (promise, seal) = Promise<Int>.pending()
    let isOnQueue = promise.map(on: nil) { _ in known.isCurrent }
    known.queue.async { seal.fulfill(1) }
    #expect(try await isOnQueue.async())
  }

  @Test("on: .main takes Sendable work, and keeps its meaning")
  @MainActor
  func onMain() async throws {
    let heard = Events<Int>()
    Promise.value(1).done(on: .main) { value in
      dispatchPrecondition(condition: .onQueue(.main))
      heard.record(value)
    }.catch(on: .main) { _ in }
    #expect(heard.all == [])
    #expect(try await heard.event(1) == 1)
  }

  @Test("A promise, its resolver and its results cross into tasks")
  func crossing() async throws {
    let (promise, seal) = Promise<[Int]>.pending()
    async let values = promise.async()
    Task.detached { seal.fulfill([1, 2, 3]) }
    #expect(try await values == [1, 2, 3])
    let result = promise.result
    #expect(await Task.detached { result?.isFulfilled }.value == true)
  }
}
