import Dispatch
import ErrandsPromises
import ErrandsTesting
import Testing

@Suite("Recovering from the cancellation of a chain", .timeLimit(.minutes(1)))
struct CancellableRecoverTests {
  private let downloads = Downloads(2)

  @Test("A recover for all errors takes it, and the chain goes on", arguments: [true, false])
  func allErrors(isCancellable: Bool) {
    let start = downloads[0].cancellize()
    let recovered =
      isCancellable
      ? start.recover(on: nil, policy: .allErrors) { _ in Promise.value(5).cancellize() }
      : start.recover(on: nil, policy: .allErrors) { _ in Promise.value(5) }
    let end = recovered.map(on: nil) { $0 + 1 }
    end.cancel()
    #expect(downloads.stopped.all == [0])
    #expect(end.value == 6)
    #expect(!end.isCancelled && end.cancelledError == nil)
  }

  @Test("One with the usual policy passes it on")
  func usualPolicy() {
    let heard = Events<Int>()
    let end = downloads[0].cancellize().recover(on: nil) { _ in
      heard.record(1)
      return Promise.value(5)
    }
    end.cancel()
    #expect(end.error?.isCancelled == true && end.isCancelled)
    #expect(heard.count == 0)
  }

  @Test("So does one that throws")
  func throwing() {
    let end = downloads[0].cancellize().recover(on: nil, policy: .allErrors) { error -> Promise<Int> in
      throw error
    }
    end.cancel()
    #expect(end.error?.isCancelled == true && end.isCancelled)
  }

  @Test("What it goes on with is cancelled by the next cancellation", arguments: [true, false])
  func secondTime(isCancellable: Bool) {
    let second = downloads[1]
    let start = downloads[0].cancellize()
    let end =
      isCancellable
      ? start.recover(on: nil, policy: .allErrors) { _ in second.cancellize() }
      : start.recover(on: nil, policy: .allErrors) { _ in second }
    end.cancel()
    #expect(end.isPending && second.isPending)
    end.cancel()
    #expect(end.error?.isCancelled == true)
    #expect(downloads.stopped.all == [0, 1])
  }

  @Test("A recover of nothing takes it, or throws")
  func void() {
    let taken = downloads[0].asVoid().cancellize().recover(on: nil, policy: .allErrors) { _ in }
    taken.cancel()
    #expect(taken.isFulfilled && !taken.isCancelled)
    let thrown = downloads[1].asVoid().cancellize().recover(on: nil, policy: .allErrors) { _ in throw Broken()
    }
    thrown.cancel()
    #expect(thrown.error as? Broken == Broken())
    #expect(thrown.isCancelled)
  }

  /// As in version 7: the handler that is on its way to a queue is what will take the cancellation.
  @Test("One that is on its way to its queue is called, and the chain goes on")
  func underWay() async throws {
    let queue = DispatchQueue(label: "held back")
    queue.suspend()
    let end = CancellablePromise<Int>(error: Broken())
      .recover(on: queue, policy: .allErrors) { _ in Promise.value(5) }
      .map(on: nil) { $0 + 1 }
    end.cancel()
    #expect(end.isPending)
    queue.resume()
    #expect(try await end.promise.async() == 6)
    #expect(!end.isCancelled)
  }

  @Test("One behind a promise that is fulfilled lets a cancelled chain go on")
  func fulfilled() {
    let promise = CancellablePromise()
    promise.cancel()
    #expect(promise.isCancelled)
    let end = promise.recover(on: nil, policy: .allErrors) { _ in }.map(on: nil) { 1 }
    #expect(end.value == 1)
  }

  @Test("An error that is none of a cancellation is recovered from as ever")
  func otherErrors() {
    let end = CancellablePromise<Int>(error: Broken()).recover(on: nil) { _ in Promise.value(1) }
    #expect(end.value == 1)
    #expect(!end.isCancelled)
  }
}
