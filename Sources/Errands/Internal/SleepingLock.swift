#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Mutual exclusion around a value that many threads fight over at once.
///
/// `Synchronization.Mutex` spins before it sleeps. Where there are more threads than processors, its holder is often one
/// that does not run, and a queue's threads spent more than half their time on spinning. A pthread mutex goes to sleep.
package final class SleepingLock<State: Sendable>: @unchecked Sendable {
  // Sendable: the pointer is set once, and the state is only touched while the mutex is held.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var state: State

  package init(_ initial: State) {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    state = initial
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  package func withLock<Answer: Sendable, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&state)
  }
}
