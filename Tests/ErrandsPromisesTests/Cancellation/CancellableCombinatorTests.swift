import Dispatch
import ErrandsPromises
import ErrandsTesting
import Testing

@Suite("Many cancellable promises as one", .timeLimit(.minutes(1)))
struct CancellableCombinatorTests {
  private let downloads = Downloads(3)
  private var chains: [CancellablePromise<Int>] { downloads.promises.map { $0.cancellize() } }

  private func fulfilAll() {
    for (number, seal) in downloads.seals.enumerated() { seal.fulfill(number) }
  }

  @Test("when gives the values of all, whatever the form")
  func values() {
    let chains = chains
    let array = when(fulfilled: chains)
    let variadic = when(fulfilled: chains[0], chains[1], chains[2])
    let nothing = when(fulfilled: chains.map { $0.asVoid() }) as CancellablePromise<Void>
    let tuple = cancellableWhen(fulfilled: chains[0], chains[1].map(on: nil) { "\($0)" }, chains[2])
    let results = when(resolved: chains)
    fulfilAll()
    #expect(array.value == [0, 1, 2] && variadic.value == [0, 1, 2])
    #expect(nothing.isFulfilled)
    #expect(tuple.value?.0 == 0 && tuple.value?.1 == "1" && tuple.value?.2 == 2)
    #expect(results.value?.map(\.isFulfilled) == [true, true, true])
    #expect((when(fulfilled: [CancellablePromise<Int>]())).value == [])
  }

  @Test("Cancelling the whole cancels the chains of all, whoever else waits for them")
  func cancelling() {
    let forms: [@Sendable ([CancellablePromise<Int>]) -> CancelContext] = [
      { when(fulfilled: $0).cancelContext },
      { when(fulfilled: $0[0], $0[1], $0[2]).cancelContext },
      { (when(fulfilled: $0.map { $0.asVoid() }) as CancellablePromise<Void>).cancelContext },
      { cancellableWhen(fulfilled: $0[0], $0[1], $0[2]).cancelContext },
      { when(resolved: $0).cancelContext },
      { when(resolved: $0[0], $0[1], $0[2]).cancelContext },
      { race($0).cancelContext },
      { race($0[0], $0[1], $0[2]).cancelContext },
    ]
    for (number, form) in forms.enumerated() {
      let downloads = Downloads(3)
      let chains = downloads.promises.map { $0.cancellize() }
      let branch = chains[1].map(on: nil) { $0 }
      form(chains).cancel()
      #expect(Set(downloads.stopped.all) == [0, 1, 2], "form \(number)")
      #expect(branch.isRejected, "form \(number)")
    }
  }

  @Test("One that is rejected rejects a when, and leaves the others going on")
  func rejection() {
    let chains = chains
    let whole = when(fulfilled: chains)
    downloads.seals[1].reject(Broken())
    #expect(whole.error as? Broken == Broken())
    #expect(!whole.isCancelled && chains[0].isPending && downloads.stopped.count == 0)
    fulfilAll()
  }

  @Test("One that had been cancelled cancels the whole")
  func cancelledMember() {
    let chains = chains
    chains[2].cancel()
    #expect(when(fulfilled: chains).isCancelled)
    #expect(Set(downloads.stopped.all) == [0, 1, 2])
  }

  @Test("A race is won by the first, and leaves the others going on")
  func firstOne() {
    let winner = race(chains)
    downloads.seals[1].fulfill(7)
    #expect(winner.value == 7)
    #expect(downloads.stopped.count == 0)
    let nobody = race([CancellablePromise<Int>]())
    guard case .badInput? = nobody.error as? PMKError else { return #expect(nobody.error == nil) }
  }

  @Test("A race that is lost by the first cancels the others: a time limit stops the work")
  func timeLimit() async throws {
    let clock = VirtualClock()
    let download = downloads[0].cancellize()
    let limited = race(
      download.asVoid(),
      timeout(seconds: 5, clock: clock).cancellize()
    )
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(5))
    let error = await #expect(throws: PMKError.self) { try await limited.promise.async() }
    guard case .timedOut? = error else { return #expect(error == nil) }
    #expect(download.isCancelled)
    #expect(downloads.stopped.all == [0])
  }

  // Whoever awaits goes on before handlers are called, and the others were cancelled by a handler.
  @Test("Whoever awaits a race that is lost by the first finds the others cancelled")
  func losersFirst() async {
    let (runner, seal) = Promise<Int>.pending()
    let (lost, stopped) = (race(runner.cancellize(), downloads[0].cancellize()), downloads.stopped)
    let waiting = Task(executorPreference: InPlace()) {
      _ = try? await lost.promise.async()
      return stopped.all
    }
    seal.reject(Broken())
    #expect(await waiting.value == [0])
  }

  @Test(
    "firstly begins a chain with a cancellable promise, as itself, and turns what is thrown into a rejection"
  )
  func beginning() {
    let chain = downloads[0].cancellize()
    #expect(firstly { chain } === chain)
    let thrown = firstly { () throws -> CancellablePromise<Int> in throw Broken() }
    #expect(thrown.error as? Broken == Broken())
    let plain = cancellableFirstly { downloads[1] }.map(on: nil) { $0 }
    plain.cancel()
    #expect(downloads.stopped.all == [1])
  }

  @Test("hang and wait give the value, or throw")
  func blocking() async {
    let answers = Events<String>()
    await onThread {
      let later = after(.milliseconds(1)).cancellize().map(on: nil) { 1 }
      answers.record((try? hang(later)).map { "\($0)" } ?? "error")
      answers.record((try? Promise.value(2).cancellize().wait()).map { "\($0)" } ?? "error")
      let cancelled = after(.seconds(60)).cancellize()
      cancelled.cancel()
      answers.record((try? cancelled.wait()).map { "\($0)" } ?? "error")
    }
    #expect(answers.all == ["1", "2", "error"])
  }
}

/// A task here goes on inside the call that wakes it.
private final class InPlace: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
  }
}
