#if TSAN
  import Foundation

  /// `Mutex` is a futex that the thread sanitizer does not know: under contention it reports races that are
  /// none. For sanitizer runs (`-Xswiftc -DTSAN`) a pthread mutex, which it does know, takes its place.
  ///
  /// `@unchecked Sendable`: the state is touched only while the mutex is held.
  final class Lock<State>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var state: State

    init(_ state: State) {
      self.state = state
      pthread_mutex_init(mutex, nil)
    }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    func withLock<Result, Failure: Error>(
      _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&state)
    }
  }
#else
  import Synchronization

  /// The lock of this module; see the other branch for why it has a name of its own.
  typealias Lock = Mutex
#endif
