import Errands
import ErrandsPromises
import ErrandsTesting
import Testing

@Suite("CancellablePromise", .timeLimit(.minutes(1)))
struct CancellablePromiseTests {
  private final class Request: Cancellable {
    let cancelled = Events<Int>()

    func cancel() { cancelled.record(1) }
  }

  @Test("is made of a promise, a guarantee, a timer, and a thenable of somebody else's")
  func bridging() {
    let rope = Rope<Int>()
    let (foreign, promise) = (rope.cancellize(), CancellablePromise(Promise.value(1)))
    #expect(promise.value == 1 && cancellize(Guarantee.value(2)).value == 2)
    rope.resolve(.fulfilled(3))
    #expect(foreign.value == 3)
    let timer = after(seconds: 60).cancellize()
    timer.cancel()
    #expect(timer.isRejected)
  }

  @Test("is resolved by its resolver, and cancels its work with the chain")
  func resolver() {
    let request = Request()
    let seals = Kept<Resolver<Int>>()
    let promise = CancellablePromise<Int>(cancellable: request) { seals.set($0) }
    promise.map(on: nil) { $0 }.cancel()
    #expect(promise.error?.isCancelled == true)
    #expect(request.cancelled.count == 1)
    seals.value?.fulfill(1)
    #expect(promise.isRejected)
    let resolved = CancellablePromise<Int> { $0.fulfill(4) }
    #expect(resolved.result?.isFulfilled == true)
    #expect(CancellablePromise<Int> { _ in throw Broken() }.error as? Broken == Broken())
  }

  @Test("cancels no work that is done")
  func doneWork() {
    let request = Request()
    let promise = CancellablePromise<Int>(cancellable: request) { $0.fulfill(1) }
    promise.cancel()
    #expect(request.cancelled.count == 0)
    #expect(promise.value == 1)
  }

  @Test("is made of a promise and its resolver")
  func promiseAndResolver() {
    let request = Request()
    let (promise, resolver) = Promise<Int>.pending()
    let chain = CancellablePromise(cancellable: request, promise: promise, resolver: resolver)
    #expect(chain.promise === promise)
    chain.cancel()
    #expect(promise.error?.isCancelled == true)
    #expect(request.cancelled.count == 1)
  }

  @Test("is broken, or kept, from the beginning")
  func settled() {
    let broken = CancellablePromise<Int>(error: Broken())
    #expect(broken.isRejected && broken.error as? Broken == Broken())
    #expect(CancellablePromise().isFulfilled)
    let heard = Events<Bool>()
    CancellablePromise().pipe { heard.record($0.isFulfilled) }
    #expect(heard.all == [true])
  }

  @Test("is pending with a resolver, and says so in PromiseKit's words")
  func pending() {
    let (promise, resolver) = CancellablePromise<Int>.pending()
    #expect(promise.promise.debugDescription == "Promise<Int>.pending(handlers: 0)")
    resolver.fulfill(3)
    #expect("\(promise.promise)" == "Promise(3)")
  }

  @Test("A promise that is given work cancels it, without any chain")
  func promiseWithWork() {
    let request = Request()
    let promise = Promise<Int>(cancellable: request) { _ in }
    #expect(request.cancelled.count == 1, "nobody is left to resolve it")
    let kept = Kept<Resolver<Int>>()
    let other = Promise<Int>(cancellable: request) { kept.set($0) }
    other.map(on: nil) { $0 }.cancel()
    #expect(request.cancelled.count == 2)
    withExtendedLifetime(promise) {}
  }

  // The one took the place of the other: the temporary file that the hook would have removed stayed.
  @Test("A promise that is given work calls the hook of its resolver as well, whenever that is set")
  func promiseWithWorkAndHook() {
    let (request, heard, seals) = (Request(), Events<String>(), Kept<Resolver<Int>>())
    let promise = Promise<Int>(cancellable: request) { seal in
      seal.onCancel { heard.record("hook") }
      seals.set(seal)
    }
    promise.cancel()
    #expect(heard.all == ["hook"] && request.cancelled.count == 1)

    let other = Promise<Int>(cancellable: request) { seals.set($0) }
    seals.value?.onCancel { heard.record("later hook") }
    other.catch(on: nil, policy: .allErrors) { _ in heard.record("\(request.cancelled.count) cancelled") }
    other.cancel()
    #expect(heard.all == ["hook", "later hook", "2 cancelled"])

    let resolved = Promise<Int>(cancellable: request) { seals.set($0) }
    seals.value?.reject(Broken())
    resolved.cancel()
    #expect(request.cancelled.count == 2)
  }

  @Test("A chain that goes on from its promise is a plain one: it hears of the cancellation")
  func plainChain() {
    let downloads = Downloads(2)
    let chain = downloads[0].cancellize()
    let plain = chain.promise.then(on: nil) { _ in downloads[1] }
    downloads.seals[0].fulfill(0)
    chain.cancel()
    #expect(plain.isPending)
    downloads.seals[1].fulfill(1)
    #expect(plain.value == 1)
  }

  @Test("A settled chain holds nothing of what its handlers captured")
  func holdsNothing() async throws {
    for isCancelled in [true, false] {
      try await leavingNothing { live in
        let object = live.object("handler")
        let (promise, resolver) = CancellablePromise<Int>.pending()
        promise.map(on: nil) { value in withExtendedLifetime(object) { value } }
          .then(on: nil) { [object] value in withExtendedLifetime(object) { Promise.value(value) } }
          .ensure(on: nil) { withExtendedLifetime(object) {} }
          .cauterize()
        if isCancelled { promise.cancel() } else { resolver.fulfill(1) }
      }
    }
  }
}
