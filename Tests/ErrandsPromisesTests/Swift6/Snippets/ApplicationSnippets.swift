import Dispatch
import Foundation
import ErrandsPromises
import Testing

extension DispatchQueue {
  /// As the extensions of PromiseKit wrapped URLSession.
  func fetch(_: PMKNamespacer, from address: String) -> Promise<(data: Data, status: Int)> {
    Promise { seal in
      async { address.isEmpty ? seal.reject(MagazineError.refused) : seal.fulfill((Data(address.utf8), 200)) }
    }
  }
}

extension Promise {
  func logged(_ note: @escaping @MainActor (String) -> Void) -> Promise<T> {
    tap { result in note(result.isFulfilled ? "came" : "failed") }
  }
}

class PlaceFinder: LocatorDelegate {
  private let (promise, seal) = Promise<String>.pending()
  private let locator = Locator()
  private var keepsItself: PlaceFinder?

  func find() -> Promise<String> {
    keepsItself = self
    locator.delegate = self
    locator.start()
    return promise.ensure { self.keepsItself = nil }
  }

  func locator(_ locator: Locator, found place: String) { seal.fulfill(place) }
  func locator(_ locator: Locator, failed error: Error) { seal.reject(error) }
}

class StoryPage: Page {
  func show(_ story: Promise<Story>) -> Promise<Void> {
    isBusy = true
    return story.map(on: .global()) { $0.title.uppercased() }
      .get { self.title = $0 }
      .ensure { self.isBusy = false }
      .done { _ in self.complaints = [] }
  }

  func showOrComplain(_ story: Promise<Story>, then finished: @escaping @MainActor () -> Void) {
    firstly {
      show(story)
    }.catch { [weak self] error in
      self?.complaints.append("\(error)")
    }.finally(finished)
  }
}

@MainActor
class Cache {
  private var stories: [Int: Promise<Story>] = [:]
  private(set) var loads = 0

  func story(_ number: Int) -> Promise<Story> {
    if let known = stories[number] { return known }
    loads += 1
    let promise = Promise.value(Story(number, "cached"))
    stories[number] = promise
    return promise
  }
}

@Suite("Usual snippets in Swift 6 mode: applications", .serialized, .timeLimit(.minutes(1)))
@MainActor
struct ApplicationSnippets {
  @Test("19: a screen")
  @MainActor
  func screen() async throws {
    let screen = StoryPage()
    try await screen.show(.value(Story(1, "laws"))).async()
    #expect(screen.title == "LAWS")
    #expect(!screen.isBusy)
    await withCheckedContinuation { continuation in
      screen.showOrComplain(Promise(error: MagazineError.refused)) { continuation.resume() }
    }
    #expect(screen.complaints == ["refused"])
  }

  @Test("20: a delegate")
  @MainActor
  func delegate() async throws {
    #expect(try await PlaceFinder().find().async() == "harbour")
  }

  @Test("21: an extension that fetches")
  func fetching() async throws {
    let text = DispatchQueue.global().fetch(.promise, from: "example.org")
      .compactMap { data, _ in String(data: data, encoding: .utf8) }
    #expect(try await text.async() == "example.org")
    let status = DispatchQueue.global().fetch(.promise, from: "a").map { $0.status }
    #expect(try await status.async() == 200)
  }

  @Test("22: work on a queue")
  func onQueue() async throws {
    let story = Story(1, "laws")
    let work: Promise<Int> = DispatchQueue.global().async(.promise) {
      var story = story
      story.title = "more laws"
      return story.title.count
    }
    #expect(try await work.async() == 9)
    let sure: Guarantee<Int> = DispatchQueue.global(qos: .utility).async(.promise) { 7 }
    #expect(await sure.async() == 7)
  }

  @Test("23: a cache of promises, and an extension of Promise")
  func cache() async throws {
    let cache = Cache()
    var notes: [String] = []
    let first = cache.story(1).logged { notes.append($0) }
    let second = cache.story(1).logged { notes.append($0) }
    _ = try await when(fulfilled: first, second).asVoid().async()
    #expect(cache.loads == 1)
    #expect(notes == ["came", "came"])
  }

  @Test("24: a command-line tool waits and hangs")
  func commandLine() throws {
    let story = DispatchQueue.global().async(.promise) { 1 }.map(on: nil) { $0 + 1 }
    #expect(story.wait() == 2)
    #expect(try hang(after(.milliseconds(1)).then(on: nil) { Promise.value(3) }) == 3)
  }

  @Test("25: pending promises, resolved from elsewhere")
  func pending() async throws {
    let (promise, seal) = Promise<Story>.pending()
    let (guarantee, resolve) = Guarantee<Int>.pending()
    var kept: Story?
    let end = promise.done { story in
      var story = story
      story.title += "!"
      kept = story
    }
    DispatchQueue.global().async {
      seal.fulfill(Story(4, "late"))
      resolve(4)
    }
    try await end.async()
    #expect(kept?.title == "late!")
    #expect(await guarantee.async() == 4)
  }
}

extension ApplicationSnippets {
  private struct Article: Sendable {
    let title: String

    init(_ title: String) { self.title = title }
  }

  @Test("A promise of anything that may cross")
  func anything() async throws {
    let anything: Promise<any Sendable> = .value(Article("any"))
    #expect(try await anything.map { ($0 as? Article)?.title }.async() == "any")
  }
}
