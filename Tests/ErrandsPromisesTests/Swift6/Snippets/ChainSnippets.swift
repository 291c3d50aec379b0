import Dispatch
import Foundation
import ErrandsPromises
import Testing

/// What applications have written with PromiseKit for years, with the few changes that Swift 6 mode asks for: the article
/// about moving over has a table of them. As it was, in Swift 5 mode, it stands among the tests of PromiseKit.
@Suite("Usual snippets in Swift 6 mode: chains", .serialized, .timeLimit(.minutes(1)))
@MainActor
struct ChainSnippets {
  let press = Press()

  func story(_ number: Int) -> Promise<Story> {
    Promise { seal in
      press.load(number) { story, error in
        if let story = story {
          seal.fulfill(story)
        } else {
          seal.reject(error ?? MagazineError.refused)
        }
      }
    }
  }

  func next(after story: Story) -> Promise<Story> { self.story(story.number + 1) }

  @Test("1: firstly, then, done, catch")
  func chain() async {
    var shown: [String] = []
    let finished = DispatchSemaphore(value: 0)
    firstly {
      story(1)
    }.then { story in
      self.next(after: story)
    }.done { story in
      shown.append(story.title)
    }.catch { error in
      shown.append("\(error)")
    }.finally {
      finished.signal()
    }
    await end(of: finished)
    #expect(shown == ["birds"])
  }

  @Test("2: a completion handler by name")
  func completionByName() async throws {
    let story = Promise<Story> { seal in press.load(3, completion: seal.resolve) }
    let count = Promise<Int> { press.count(completion: $0.resolve) }
    let saved = Promise<Void> { seal in press.save(completion: seal.resolve) }
    #expect(try await story.map { $0.title }.async() == "tides")
    #expect(try await count.async() == 3)
    try await saved.async()
  }

  @Test("3: a guarantee")
  func guarantee() async {
    func answer(_ question: String) -> Guarantee<Bool> {
      Guarantee { resolve in
        DispatchQueue.main.async { resolve(question.count > 3) }
      }
    }
    var heard: [Bool] = []
    await answer("Really?").done { heard.append($0) }.async()
    #expect(heard == [true])
  }

  @Test("4: map, compactMap and key paths")
  func mapping() async throws {
    let length = story(1).map(\.title).map { $0.count }
    let number = Promise.value("12").compactMap { Int($0) }
    #expect(try await length.async() == 4)
    #expect(try await number.async() == 12)
  }

  @Test("5: get and tap look at what goes by")
  func looking() async throws {
    var seen: [String] = []
    let story = self.story(2)
      .get { seen.append($0.title) }
      .tap { result in
        if case .fulfilled(let story) = result { seen.append("\(story.number)") }
      }
    _ = try await story.map { $0.number }.async()
    #expect(seen == ["birds", "2"])
  }

  @Test("6: ensure and ensureThen clean up")
  func cleaningUp() async {
    var log: [String] = []
    let finished = DispatchSemaphore(value: 0)
    story(9).ensure {
      log.append("ensure")
    }.ensureThen {
      after(.milliseconds(1)).done { log.append("waited") }
    }.catch { error in
      log.append("\(error)")
    }.finally {
      finished.signal()
    }
    await end(of: finished)
    #expect(log == ["ensure", "waited", "missing(9)"])
  }

  @Test("7: recover, by another promise and by a guarantee")
  func recovering() async throws {
    let instead = story(9).recover { error -> Promise<Story> in
      guard case MagazineError.missing = error else { throw error }
      return self.story(1)
    }
    let always = story(9).map { $0.title }.recover { _ in Guarantee.value("untitled") }
    #expect(try await instead.map { $0.title }.async() == "laws")
    #expect(await always.async() == "untitled")
  }

  @Test("8: cancellations are passed over, unless the policy is for all errors")
  func cancellations() async {
    var heard: [String] = []
    let finished = DispatchSemaphore(value: 0)
    Promise<Int>(error: Left()).catch { _ in
      heard.append("never")
    }.finally {
      heard.append("finally")
    }
    Promise<Int>(error: PMKError.cancelled).catch(policy: .allErrors) { error in
      heard.append(error.isCancelled ? "cancelled" : "failed")
    }.finally {
      finished.signal()
    }
    Promise<Int>(error: Left()).cauterize()
    await end(of: finished)
    #expect(heard == ["finally", "cancelled"])
  }

  @Test("9: a retry calls itself")
  func retrying() async throws {
    func attempt<T>(_ most: Int, _ body: @escaping () -> Promise<T>) -> Promise<T> {
      var attempts = 0
      func again() -> Promise<T> {
        attempts += 1
        return body().recover { error -> Promise<T> in
          guard attempts < most else { throw error }
          return after(.milliseconds(1)).then(again)
        }
      }
      return again()
    }
    press.refusals = 2
    try await attempt(3) {
      Promise<Void> { seal in self.press.save(completion: seal.resolve) }
    }.async()
    #expect(press.refusals == -1)
  }
}

func end(of semaphore: DispatchSemaphore) async {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async {
      semaphore.wait()
      continuation.resume()
    }
  }
}
