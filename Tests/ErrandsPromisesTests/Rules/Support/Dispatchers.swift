import Dispatch
import Errands
import ErrandsPromises

/// Calls twice what it is given.
struct Twice: Dispatcher {
  func dispatch(_ body: @escaping @Sendable () -> Void) {
    body()
    body()
  }
}

/// Calls what it is given on two threads at once.
struct OnTwoThreads: Dispatcher {
  func dispatch(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue.concurrentPerform(iterations: 2) { _ in body() }
  }
}

/// Calls what it is given, and keeps it, to call it again when everything is over.
final class Again: Dispatcher {
  private let works = Lock<[@Sendable () -> Void]>([])

  func dispatch(_ body: @escaping @Sendable () -> Void) {
    works.withLock { $0.append(body) }
    body()
  }

  func callAgain() {
    for work in works.withLock({ $0 }) { work() }
  }
}

/// Throws away what it is given.
struct Dropping: Dispatcher {
  func dispatch(_ body: @escaping @Sendable () -> Void) {}
}
