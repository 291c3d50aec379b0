import Errands
import ErrandsPromises
import ErrandsTesting
import Testing

@Suite("The context of a cancellable chain", .timeLimit(.minutes(1)))
struct CancelContextTests {
  private final class Task: Cancellable {
    let cancelled = Events<Int>()

    func cancel() { cancelled.record(1) }
  }

  @Test("cancels all chains that were begun with it")
  func shared() {
    let context = CancelContext()
    let downloads = Downloads(3)
    let chains = downloads.promises.map { $0.cancellize(cancelContext: context) }
    context.cancel()
    #expect(chains.allSatisfy { $0.isRejected && $0.cancelContext == context })
    #expect(Set(chains.map(\.cancelContext)).count == 1)
    #expect(downloads.stopped.all.sorted() == [0, 1, 2])
  }

  @Test("cancels work that was added to it, and calls its reject")
  func appended() {
    let task = Task()
    let rejected = Events<String>()
    let (promise, seal) = CancellablePromise<Int>.pending()
    promise.appendCancellable(task) { rejected.record("\($0.isCancelled)") }
    promise.cancel()
    #expect(task.cancelled.count == 1)
    #expect(rejected.all == ["true"])
    promise.appendCancellable(task, reject: nil)
    #expect(task.cancelled.count == 2)
    seal.fulfill(1)
  }

  // A connection that served somebody else by then was cut, and a chain that went on behind its first link was broken.
  @Test("leaves alone work and chains that it does not wait for any more")
  func served() {
    let (task, downloads) = (Task(), Downloads(2))
    let (other, seal) = CancellablePromise<Int>.pending()
    other.appendCancellable(task) { _ in Issue.record("It was told of a cancellation.") }
    let upload = other.then(on: nil) { _ in downloads[0].cancellize() }
    let screen = downloads[1].cancellize()
    screen.appendCancelContext(from: other)
    seal.fulfill(1)
    screen.cancel()
    #expect(!upload.isRejected && !other.isCancelled)
    #expect(downloads.stopped.all == [1])
    upload.cancel()
    #expect(downloads.stopped.all == [1, 0])
    #expect(task.cancelled.count == 0)
  }

  @Test("cancels the chains that were added to it, and is cancelled by one that has been")
  func contexts() {
    let downloads = Downloads(3)
    let (parent, child, cancelled) = (
      downloads[0].cancellize(), downloads[1].cancellize(), downloads[2].cancellize()
    )
    parent.appendCancelContext(from: child)
    parent.appendCancelContext(from: parent)
    child.appendCancelContext(from: parent)
    cancelled.cancel()
    #expect(!parent.isCancelled)
    parent.appendCancelContext(from: cancelled)
    #expect(parent.isCancelled && child.isCancelled)
    #expect(downloads.stopped.all.sorted() == [0, 1, 2])
  }

  @Test("reaches a chain of one link that nobody holds but those who wait for it")
  func unheldChild() {
    let downloads = Downloads(1)
    let end = Promise.value(0).cancellize().then(on: nil) { [downloads] _ in downloads[0].cancellize() }
    end.cancelContext.cancel()
    #expect(downloads.stopped.all == [0])
  }

  @Test("keeps no promise alive, nor what its handlers hold")
  func holdsNothing() async throws {
    let context = CancelContext()
    try await leavingNothing { live in
      let object = live.object("handler")
      let (promise, resolver) = Promise<Int>.pending()
      let kept = Kept(resolver)
      promise.cancellize(cancelContext: context).map(on: nil) { value in
        withExtendedLifetime(object) { value }
      }
      .cauterize()
      withExtendedLifetime(promise) {}
      await withConfiguration {
        $0.logHandler = { _ in }
      } _: {
        kept.letGo()
      }
    }
    #expect(!context.isCancelled)
  }

  /// The context of a screen that lives as long as the application grew with each of its requests.
  @Test("lets go of work whose promise has ended")
  func sweeps() {
    let context = CancelContext()
    let live = LiveObjects()
    for number in 0..<1_000 {
      let promise = Promise<Int>.pending()
      let task = Held(live.object("task \(number)"))
      let chain = promise.promise.cancellize(cancelContext: context)
      chain.appendCancellable(task, reject: nil)
      promise.resolver.fulfill(number)
    }
    #expect(live.count <= 32)
    context.cancel()
  }

  // Where the compiler freed it inside the lock of the context, it waited there for itself.
  @Test("lets go of work that asks its chain something when it is freed")
  func sweepsWhatAsks() {
    let (context, asked) = (CancelContext(), Events<Bool>())
    for number in 0..<100 {
      let promise = Promise<Int>.pending()
      promise.promise.cancellize(cancelContext: context)
        .appendCancellable(Asking(context, asked), reject: nil)
      promise.resolver.fulfill(number)
    }
    #expect(asked.count > 0 && !asked.all.contains(true))
    context.cancel()
  }

  private final class Asking: Cancellable {
    private let context: CancelContext
    private let asked: Events<Bool>

    init(_ context: CancelContext, _ asked: Events<Bool>) {
      self.context = context
      self.asked = asked
    }

    deinit { asked.record(context.isCancelled) }

    func cancel() {}
  }

  private final class Held: Cancellable {
    private let object: LiveObjects.Object

    init(_ object: LiveObjects.Object) { self.object = object }

    func cancel() {}
  }

  @Test("ends what is added while another thread cancels it: one of the two sees the other")
  func race() async {
    let rounds = RuleSizes.raceRounds
    let contexts = (0..<rounds).map { _ in CancelContext() }
    let promises = (0..<rounds).map { _ in Promise<Int>.pending() }
    let told = Events<Int>()
    await ErrandsTesting.race(rounds: rounds) {
      contexts[$0].cancel()
    } _: { round in
      promises[round].promise.cancellize(cancelContext: contexts[round]).map(on: nil) { $0 }
        .catch(on: nil, policy: .allErrors) { _ in told.record(round) }
    }
    #expect(told.count == rounds)
    #expect(promises.allSatisfy { $0.promise.isCancelled })
  }

  @Test("settles each chain once where a thread fulfils it while another cancels it")
  func fulfilAndCancel() async {
    let rounds = RuleSizes.raceRounds
    let pairs = (0..<rounds).map { _ in CancellablePromise<Int>.pending() }
    let told = Events<Bool>()
    for pair in pairs {
      pair.promise.tap(on: nil) { told.record($0.isFulfilled) }.cauterize()
    }
    await ErrandsTesting.race(rounds: rounds) {
      pairs[$0].resolver.fulfill($0)
    } _: {
      pairs[$0].promise.cancel()
    }
    #expect(told.count == rounds)
    #expect(pairs.allSatisfy { $0.promise.isResolved && $0.promise.isCancelled })
  }
}
