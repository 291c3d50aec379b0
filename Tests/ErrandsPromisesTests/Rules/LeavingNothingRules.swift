import Dispatch
import Errands
import ErrandsPromises
import ErrandsTesting
import Testing

/// A promise that stays pending, and those who waited for it and do so no more: a screen that races each request against
/// the end of the session. What they held lived as long as the session.
@Suite("Rules of what is left behind in a pending promise", .serialized, .timeLimit(.minutes(1)))
struct LeavingNothingRules {
  private final class Loaded: Sendable {
    let object: LiveObjects.Object

    init(_ live: LiveObjects, _ name: String) { object = live.object(name) }
  }

  /// A pending promise, of which each waiter lets go.
  private func session(_ body: (Promise<Loaded>, LiveObjects) -> Void) async throws {
    let (session, seal) = Promise<Loaded>.pending()
    let other = session.map(on: nil) { $0 }
    try await leavingNothing { live in body(session, live) }
    #expect(session.isPending && other.isPending)
    seal.reject(Broken())
    #expect(other.isRejected)
  }

  @Test("A race that somebody else has won keeps neither its value nor its handlers")
  func race() async throws {
    try await session { session, live in
      let (request, seal) = Promise<Loaded>.pending()
      let object = live.object("handler")
      let winner = ErrandsPromises.race(session, request)
      winner.done(on: nil) { _ in withExtendedLifetime(object) {} }.cauterize()
      let fulfilled = ErrandsPromises.race(fulfilled: [session, request])
      seal.fulfill(Loaded(live, "value"))
      #expect(winner.isFulfilled && fulfilled.isFulfilled)
    }
  }

  @Test("A when that was rejected keeps nothing of what the others have given")
  func when() async throws {
    try await session { session, live in
      let loaded = Promise.value(Loaded(live, "value"))
      let object = live.object("handler")
      let rejected = Promise<Loaded>(error: Broken())
      let whole = ErrandsPromises.when(fulfilled: [loaded, session, rejected])
      whole.catch(on: nil) { _ in withExtendedLifetime(object) {} }
      let mixed = ErrandsPromises.when(fulfilled: loaded, session, rejected)
      let some = ErrandsPromises.when(fulfilled: [loaded, session, rejected].makeIterator(), concurrently: 3)
      #expect(whole.isRejected && mixed.isRejected && some.isRejected)
    }
  }

  @Test("Those that were cancelled keep nothing")
  func cancelled() async throws {
    try await session { session, live in
      let loaded = Promise.value(Loaded(live, "value"))
      let wholes: [any Cancellable] = [
        ErrandsPromises.when(fulfilled: [loaded, session]),
        ErrandsPromises.when(resolved: [loaded, session]),
        ErrandsPromises.when(fulfilled: loaded, session),
        ErrandsPromises.when(fulfilled: [loaded, session].makeIterator(), concurrently: 2),
      ]
      for whole in wholes { whole.cancel() }
    }
  }

  // The handler of each stayed in the promise that goes on, 500 bytes of it, and what the handler had captured.
  @Test("Links that were cancelled keep nothing, the first one and those behind it, and a lost race neither")
  func links() async throws {
    let (session, seal) = Promise<Int>.pending()
    let firstObjects = LiveObjects()
    let first = session.map(on: nil) { [object = firstObjects.object("first")] _ in
      withExtendedLifetime(object) {}
    }
    let other = session.map(on: nil) { $0 }
    try await leavingNothing { live in
      let links = (1...3).map { number in
        session.map(on: nil) { [object = live.object("link \(number)")] _ in withExtendedLifetime(object) {} }
      }
      for link in links { link.cancel() }
    }
    first.cancel()
    try await firstObjects.allGone()
    for _ in 0..<100 {
      _ = ErrandsPromises.race([session, Promise<Int>.value(1)])
      session.then(on: nil) { Promise<Int>.value($0) }.cancel()
      ErrandsPromises.when(fulfilled: [session, session]).cancel()
    }
    #expect(session.handlerCount == 1 && session.isPending)
    // Those who have left do not count for somebody else.
    other.cancel()
    #expect(session.isRejected)
    seal.fulfill(1)
  }

  @Test("A time limit that has passed keeps nothing of what stood behind it")
  func timeout() async throws {
    let clock = VirtualClock()
    let (session, seal) = Promise<Int>.pending()
    let other = session.map(on: nil) { $0 }
    try await leavingNothing { live in
      let object = live.object("handler")
      let limited = session.timeout(seconds: 1, clock: clock)
      let end = limited.recover(on: nil) { _ in Promise.value(1) }.get(on: nil) { _ in
        withExtendedLifetime(object) {}
      }
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: .seconds(1))
      #expect(try await end.async() == 1)
    }
    seal.fulfill(1)
    #expect(other.value == 1)
  }
}
