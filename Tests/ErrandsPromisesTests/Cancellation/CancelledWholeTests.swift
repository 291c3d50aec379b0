import Dispatch
import Errands
import ErrandsPromises
import ErrandsTesting
import Testing

/// In version 7 a chain behind a `cancellize()` is one thing: whichever link is told to cancel, all of it ends.
@Suite("Chains that are cancelled as a whole", .timeLimit(.minutes(1)))
struct CancelledWholeTests {
  private let downloads = Downloads(2)
  private let heard = Events<String>()

  private func chain() -> CancellablePromise<Int> {
    downloads[0].cancellize().map(on: nil) { value in
      heard.record("map")
      return value + 1
    }
  }

  @Test("go on like others where nobody cancels them")
  func uncancelled() async throws {
    let end = chain().then(on: nil) { Promise.value($0 * 2) }.get(on: nil) { heard.record("get \($0)") }
    let context = end.done(on: nil) { _ in }.catch(on: nil) { _ in heard.record("catch") }
      .finally(on: nil) { heard.record("finally") }
    #expect(end.isPending && !end.isResolved && !end.isCancelled && !context.cancelAttempted)
    downloads.seals[0].fulfill(1)
    #expect(end.value == 4 && end.isFulfilled)
    #expect(heard.all == ["map", "get 4", "finally"])
    #expect(downloads.stopped.count == 0)
  }

  @Test("stop the work, and call no handler but those for errors and endings", arguments: [0, 1, 2, 3])
  func anyLink(number: Int) {
    let first = downloads[0].cancellize()
    let middle = first.map(on: nil) { value in
      heard.record("map")
      return value
    }
    let last = middle.tap(on: nil) { heard.record($0.isFulfilled ? "tap of a value" : "tap") }
      .ensure(on: nil) { heard.record("ensure") }
      .done(on: nil) { _ in heard.record("done") }
    let end = last.catch(on: nil, policy: .allErrors) {
      heard.record($0.isCancelled ? "cancelled" : "failed")
    }
    end.finally(on: nil) { heard.record("finally") }
    switch number {
    case 0: first.cancel()
    case 1: middle.cancel()
    case 2: last.cancel()
    default: end.cancel()
    }
    #expect(downloads.stopped.all == [0])
    #expect(heard.all == ["tap", "ensure", "cancelled", "finally"])
    #expect(first.isCancelled && middle.isCancelled && last.isCancelled && end.isCancelled)
    #expect(first.isRejected && middle.isRejected && last.isRejected)
    downloads.seals[0].fulfill(1)
    #expect(heard.count == 4)
  }

  /// The last who waits cancels the work of a promise; of a chain that is a whole, the first.
  @Test("take their branches along")
  func branches() {
    let start = downloads[0].cancellize()
    let left = start.map(on: nil) { $0 + 1 }
    let right = start.map(on: nil) { $0 + 2 }
    left.cancel()
    #expect(right.isRejected && start.isRejected)
    #expect(downloads.stopped.all == [0])
  }

  @Test("leave the promise alone that they began with, where somebody else waits for it")
  func sharedSource() {
    let other = downloads[0].map(on: nil) { $0 }
    let chain = downloads[0].cancellize()
    chain.cancel()
    #expect(chain.error?.isCancelled == true)
    #expect(other.isPending && downloads.stopped.count == 0)
    downloads.seals[0].fulfill(1)
    #expect(other.value == 1)
  }

  /// A handler on a busy queue used to be what the cancellation waited for.
  @Test("end at once, even the link whose handler has been put on a queue that stands still")
  func handlerUnderWay() async throws {
    let still = DispatchQueue(label: "still")
    still.suspend()
    let end = Promise.value(1).cancellize().map(on: still) { value in
      heard.record("map")
      return value
    }
    let caught = end.catch(on: nil, policy: .allErrors) { _ in heard.record("catch") }
    #expect(end.isPending)
    caught.cancel()
    #expect(end.isRejected)
    #expect(heard.all == ["catch"])
    still.resume()
    still.sync {}
    #expect(heard.all == ["catch"])
  }

  @Test("cancel what a handler has answered with, cancellable or not", arguments: [true, false])
  func answers(isCancellable: Bool) {
    let second = downloads[1]
    let end =
      isCancellable
      ? Promise.value(0).cancellize().then(on: nil) { _ in second.cancellize() }
      : Promise.value(0).cancellize().then(on: nil) { _ in second }
    #expect(end.isPending)
    end.cancel()
    #expect(end.error?.isCancelled == true)
    #expect(downloads.stopped.all == [1])
  }

  @Test("are cancelled by an answer that had been cancelled before")
  func cancelledAnswer() {
    let answer = Promise.value(5).cancellize()
    answer.cancel()
    let end = Promise.value(0).cancellize().then(on: nil) { _ in answer }
    #expect(end.isCancelled)
    #expect(end.map(on: nil) { $0 }.error?.isCancelled == true)
  }

  @Test("end what is added to them later")
  func later() {
    let chain = Promise.value(1).cancellize()
    chain.cancel()
    let mapped = chain.map(on: nil) { value in
      heard.record("map")
      return value
    }
    let onQueue = chain.done(on: .global()) { _ in heard.record("done") }
    let other = downloads[0].cancellize(cancelContext: chain.cancelContext)
    #expect(mapped.error?.isCancelled == true && onQueue.error?.isCancelled == true)
    #expect(other.error?.isCancelled == true)
    #expect(downloads.stopped.all == [0])
    #expect(heard.count == 0)
  }

  @Test("are broken with an error of one's own, and once")
  func ownError() {
    let chain = downloads[0].cancellize()
    let end = chain.done(on: nil) { _ in }
    end.cancel(with: Broken(number: 1))
    end.cancel(with: Broken(number: 2))
    #expect(end.error as? Broken == Broken(number: 1))
    #expect(chain.cancelledError as? Broken == Broken(number: 1))
    #expect(chain.cancelAttempted)
    let caught = Events<Int>()
    end.catch(on: nil) { caught.record(($0 as? Broken)?.number ?? -1) }
    #expect(caught.all == [1])
  }

  @Test("wait for a clean-up that the cancellation has begun, and do not cancel it")
  func cleanUp() {
    let end = downloads[0].cancellize().ensureThen(on: nil) { downloads[1].asVoid().cancellize() }
      .done(on: nil) { _ in heard.record("done") }
    let caught = end.catch(on: nil, policy: .allErrors) { _ in heard.record("catch") }
    downloads.seals[0].reject(Broken())
    #expect(end.isPending)
    #expect(downloads[1].isPending)
    withExtendedLifetime(caught) {}
    downloads[1].cancel()
  }

  @Test("have the operators for many values")
  func sequences() {
    let chain = downloads[0].cancellize().map(on: nil) { [$0, 3, 1] }
    let values = chain.filterValues(on: nil) { $0 != 3 }
      .thenMap(on: nil) { Promise.value($0 + 1) }
      .thenMap(on: nil) { Promise.value($0).cancellize() }
      .mapValues(on: nil) { "\($0)" }
      .compactMapValues(on: nil) { Int($0) }
      .flatMapValues(on: nil) { [$0, $0] }
    let sorted = values.sortedValues(on: nil)
    let (first, last) = (sorted.firstValue, sorted.lastValue)
    let required = first.compactMap(on: nil) { $0 > 100 ? $0 : nil }
    downloads.seals[0].fulfill(7)
    #expect(sorted.value == [2, 2, 8, 8])
    #expect(first.value == 2 && last.value == 8)
    #expect(required.isRejected && required.asVoid().isRejected)
  }

  @Test("hand their handlers to dispatchers")
  func dispatchers() async throws {
    let known = KnownQueue("dispatched")
    let on = Delivery.queue(known.queue)
    let note: @Sendable () -> Void = { heard.record(known.isCurrent ? "there" : "elsewhere") }
    Promise.value(1).cancellize()
      .map(on: on) { value -> Int in
        note()
        return value
      }
      .then(on: on) { value -> Promise<Int> in
        note()
        return .value(value)
      }
      .then(on: on) { value -> CancellablePromise<Int> in
        note()
        return Promise.value(value).cancellize()
      }
      .get(on: on) { _ in note() }
      .ensure(on: on) { note() }
      .done(on: on) { _ in
        note()
        throw Broken()
      }
      .recover(on: on) { error -> Promise<Void> in
        note()
        throw error
      }
      .catch(on: on) { _ in note() }
      .finally(on: on) { note() }
    _ = try await heard.event(9)
    #expect(heard.all == Array(repeating: "there", count: 9))
  }
}
