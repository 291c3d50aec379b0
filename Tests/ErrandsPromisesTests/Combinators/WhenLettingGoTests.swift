import Errands
import ErrandsPromises
import ErrandsTesting
import Testing

@Suite("When, cancelled or abandoned", .timeLimit(.minutes(1)))
struct WhenLettingGoTests {
  @Test("Cancelling it cancels every member, whatever the form")
  func cancellation() {
    let forms: [@Sendable (Downloads) -> any Cancellable] = [
      { when(fulfilled: $0.promises) },
      { when(fulfilled: $0.promises.map { $0.asVoid() }) },
      { when(fulfilled: $0.promises as [any Thenable]) },
      { when(fulfilled: $0[0], $0[1], $0[2]) },
      { when(resolved: $0.promises) },
      { when(guarantees: $0.promises.map { $0.recover(on: nil) { _ in Guarantee.value(0) } }) },
      { when(fulfilled: $0.promises.makeIterator(), concurrently: 3) },
      { when(resolved: $0.promises.makeIterator(), concurrently: 5) },
      { race($0.promises) },
      { race(fulfilled: $0.promises) },
    ]
    for (number, form) in forms.enumerated() {
      let downloads = Downloads(3)
      let whole = form(downloads)
      #expect(downloads.stopped.all.isEmpty, "form \(number)")
      whole.cancel()
      #expect(Set(downloads.stopped.all) == [0, 1, 2], "form \(number)")
    }
  }

  // They were stopped one after the other: the first hook that blocked kept the others going.
  @Test(
    "A hook that blocks keeps no other member going, of a whole or of one context",
    arguments: [true, false]
  )
  func blockingHook(isWhole: Bool) async {
    let pair = BlockingPair()
    let hooks: [@Sendable () -> Void] = [pair.first, pair.second]
    let promises = hooks.map { hook in
      let (promise, seal) = Promise<Int>.pending()
      seal.onCancel { withExtendedLifetime(seal) { hook() } }
      return promise
    }
    let context = CancelContext()
    let chains = isWhole ? [] : promises.map { $0.cancellize(cancelContext: context) }
    let whole = isWhole ? when(fulfilled: promises) : nil
    await onThread { if let whole { whole.cancel() } else { context.cancel() } }
    withExtendedLifetime(chains) {}
    #expect(pair.heard.all == BlockingPair.apart)
  }

  @Test("A member that somebody else waits for goes on")
  func shared() {
    let downloads = Downloads(3)
    downloads[1].done(on: nil) { _ in }.cauterize()
    let whole = when(fulfilled: downloads.promises)
    whole.cancel()
    #expect(whole.isCancelled)
    #expect(Set(downloads.stopped.all) == [0, 2])
    #expect(downloads[1].isPending)
  }

  @Test("Cancelling what is behind it reaches every member")
  func chain() {
    let downloads = Downloads(2)
    let title = when(fulfilled: downloads.promises).map(on: nil) { (numbers: [Int]) in "\(numbers)" }
    title.cancel()
    #expect(Set(downloads.stopped.all) == [0, 1])
  }

  @Test("With a limit, no more is taken from the iterator once it is cancelled")
  func limited() {
    let downloads = Downloads(5)
    let taken = Events<Int>()
    var next = 0
    let iterator = AnyIterator<Promise<Int>> {
      guard next < 5 else { return nil }
      defer { next += 1 }
      taken.record(next)
      return downloads[next]
    }
    let whole = when(fulfilled: iterator, concurrently: 2)
    downloads.seals[0].fulfill(0)
    whole.cancel()
    #expect(taken.all == [0, 1, 2])
    #expect(Set(downloads.stopped.all) == [1, 2])
  }

  @Test("A member that is taken in the very call that cancels the whole is let go of, too")
  func cancelledWithinTheIterator() {
    let downloads = Downloads(2)
    let whole = Kept<Promise<[Int]>>()
    var next = 0
    let iterator = AnyIterator<Promise<Int>> {
      guard next < 2 else { return nil }
      defer { next += 1 }
      if next == 1 { whole.value?.cancel() }
      return downloads[next]
    }
    whole.set(when(fulfilled: iterator, concurrently: 1))
    downloads.seals[0].fulfill(0)
    #expect(downloads.stopped.all == [1])
  }

  /// A member that nobody is left to resolve must not hide the error of another: only when all others have ended
  /// is it certain that nothing will come.
  @Test("A rejection counts even behind a member that nobody will resolve")
  func abandonedMember() async throws {
    let last = Promise<Int>.pending()
    let fulfilling = when(fulfilled: [Promise { _ in }, last.promise])
    let racing = race(fulfilled: [Promise { _ in }, last.promise])
    let resolving = when(resolved: [Promise { _ in }, last.promise])
    #expect(fulfilling.isPending && racing.isPending && resolving.isPending)
    last.resolver.reject(Broken())
    #expect(fulfilling.error is Broken)
    #expect(resolving.isPending)
    await #expect(throws: AbandonedError.self) { try await racing.async() }
    await #expect(throws: AbandonedError.self) { try await resolving.errand().value() }
  }

  @Test("Where all that could reject it has ended, who awaits it learns that nothing will come")
  func abandonedWhole() async throws {
    let last = Promise<Int>.pending()
    let array = when(fulfilled: [Promise { _ in }, last.promise])
    let pair = when(fulfilled: Promise<Int> { _ in }, last.promise)
    let pulled = when(fulfilled: [Promise { _ in }, last.promise].makeIterator(), concurrently: 1)
    let racing = race(Promise { _ in }, Promise<Int> { _ in })
    last.resolver.fulfill(1)
    #expect(array.isPending && pair.isPending)
    await #expect(throws: AbandonedError.self) { try await array.async() }
    await #expect(throws: AbandonedError.self) { try await pair.async() }
    await #expect(throws: AbandonedError.self) { try await racing.async() }
    await #expect(throws: AbandonedError.self) { try await pulled.async() }
  }

  @Test("Nothing that went through it stays alive")
  func lifetimes() async throws {
    try await leavingNothing { live in
      let seals = (0..<3).map { _ in Promise<LiveObjects.Object>.pending() }
      let whole = when(fulfilled: seals.map(\.promise))
      let first = race(seals.map(\.promise))
      let pair = when(fulfilled: seals[0].promise, seals[1].promise)
      let pulled = when(resolved: seals.map(\.promise).makeIterator(), concurrently: 2)
      for (number, seal) in seals.enumerated() { seal.resolver.fulfill(live.object("\(number)")) }
      #expect(whole.value?.count == 3 && pulled.value?.count == 3)
      #expect(first.isFulfilled && pair.isFulfilled)
    }
  }
}
