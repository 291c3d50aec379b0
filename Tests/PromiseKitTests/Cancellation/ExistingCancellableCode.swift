import Dispatch
import Foundation
import PromiseKit
import Testing

// As applications that tried version 7 wrote it.

/// Work of Dispatch's, made cancellable by the application.
final class Alarm: Cancellable {
  private(set) var isCancelled = false
  private var item: DispatchWorkItem?

  func ring(after delay: DispatchTimeInterval, _ body: @escaping () -> Void) {
    let item = DispatchWorkItem { body() }
    self.item = item
    DispatchQueue.global().asyncAfter(deadline: .now() + delay, execute: item)
  }

  func cancel() {
    isCancelled = true
    item?.cancel()
  }
}

class Downloader {
  var alarms: [Alarm] = []

  func download(_ name: String, delay: DispatchTimeInterval = .seconds(60)) -> CancellablePromise<Article> {
    let alarm = Alarm()
    alarms.append(alarm)
    return CancellablePromise(cancellable: alarm) { seal in
      alarm.ring(after: delay) { seal.fulfill(Article(name)) }
    }
  }
}

@Suite("Existing cancellable code in Swift 5 mode", .serialized, .timeLimit(.minutes(1)))
struct ExistingCancellableCode {
  private let downloader = Downloader()

  @Test("A chain with handlers that change what is around them is cancelled by its context")
  func context() async {
    var heard: [String] = []
    let (began, finished) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let context = firstly {
      downloader.download("cover", delay: .milliseconds(1))
    }.then { article -> CancellablePromise<Article> in
      heard.append(article.title)
      defer { began.signal() }
      return self.downloader.download("page")
    }.map { article in
      article.title
    }.done { title in
      heard.append(title)
    }.ensure {
      heard.append("ensure")
    }.catch(policy: .allErrors) { error in
      heard.append(error.isCancelled ? "cancelled" : "failed")
    }.finally {
      finished.signal()
    }
    await end(of: began)
    context.cancel()
    await end(of: finished)
    #expect(heard == ["cover", "ensure", "cancelled"])
    #expect(downloader.alarms.map(\.isCancelled) == [false, true])
    #expect(context.isCancelled && context.cancelAttempted)
  }

  // The main actor's own, or the main queue could be before the cancellation.
  @Test("A plain promise is cancellized, and its handlers on main are not called")
  @MainActor func cancellized() async {
    var heard: [String] = []
    let finished = DispatchSemaphore(value: 0)
    let chain = firstly {
      cancellize(Promise.value([1, 2, 3]))
    }.thenMap { number in
      Promise.value(number * 2)
    }.done { numbers in
      heard.append("\(numbers)")
    }.catch { _ in
      heard.append("catch")
    }
    chain.finally { finished.signal() }
    chain.cancel()
    await end(of: finished)
    #expect(heard == [])
    #expect(chain.isCancelled)
  }

  @Test("Several at once: all, the first, within a time")
  func combinators() async throws {
    let both = when(fulfilled: downloader.download("a"), downloader.download("b"))
    both.cancel()
    #expect(downloader.alarms.map(\.isCancelled) == [true, true])
    let limited = race(downloader.download("c").asVoid(), timeout(seconds: 0.01).cancellize())
    do {
      try await limited.promise.async()
      Issue.record("it took no time")
    } catch PMKError.timedOut {
      #expect(downloader.alarms[2].isCancelled)
    }
    let pair = cancellableWhen(fulfilled: Promise.value(1).cancellize(), Promise.value("one").cancellize())
    #expect(try await pair.map { "\($0) \($1)" }.promise.async() == "1 one")
  }

  @Test("An error is recovered from, and a cancellation where the policy says so")
  func recovering() async throws {
    let failed = CancellablePromise<Int>(error: StoreError.refused).recover { _ in Promise.value(1) }
    #expect(try await failed.promise.async() == 1)
    let cancelled = downloader.download("a").map { _ in 0 }.recover(policy: .allErrors) { _ in
      Promise.value(2).cancellize()
    }
    cancelled.cancel()
    #expect(try await cancelled.promise.async() == 2)
    let nothing = CancellablePromise<Void>(error: StoreError.refused).recover { _ in }
    try await nothing.promise.async()
  }

  @Test("ensureThen waits, mapValues and its like work")
  func others() async throws {
    var log: [String] = []
    let numbers = Promise.value([2, 1]).cancellize()
      .get { log.append("\($0.count)") }
      .tap { log.append($0.isFulfilled ? "tap" : "error") }
      .mapValues { $0 + 1 }
      .filterValues { $0 > 1 }
    let some = numbers.compactMapValues { $0 > 0 ? $0 : nil }.flatMapValues { [$0] }
    let values = some.thenMap { Promise.value($0).cancellize() }
      .compactMap { $0.isEmpty ? nil : $0 }
      .ensureThen { after(.milliseconds(1)).cancellize().done { log.append("cleaned") } }
      .sortedValues()
    #expect(try await values.promise.async() == [2, 3])
    #expect(log == ["2", "tap", "cleaned"])
  }
}
