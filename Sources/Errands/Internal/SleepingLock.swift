#if !ERRANDS_EXPLORED
  #if canImport(Darwin)
    public import Darwin
  #elseif canImport(Musl)
    public import Musl
  #else
    public import Glibc
  #endif

  /// Mutual exclusion around a value that many threads fight over at once.
  ///
  /// `Synchronization.Mutex` spins before it sleeps. Where there are more threads than processors, its holder is often one
  /// that does not run, and a queue's threads spent more than half their time on spinning. A pthread mutex goes to sleep.
  @usableFromInline
  package final class SleepingLock<State: Sendable>: @unchecked Sendable {
    // Sendable: the pointers are set once, and the state is only touched while the mutex is held.
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
    /// Not a field: one of an empty type has the address of its neighbour, and the thread sanitizer calls it a race that
    /// the neighbour is read before the mutex is held.
    @usableFromInline let state: UnsafeMutablePointer<State>

    @inlinable
    package init(_ initial: consuming State) {
      mutex = .allocate(capacity: 1)
      mutex.initialize(to: pthread_mutex_t())
      pthread_mutex_init(mutex, nil)
      state = .allocate(capacity: 1)
      state.initialize(to: initial)
    }

    @inlinable
    deinit {
      state.deinitialize(count: 1)
      state.deallocate()
      pthread_mutex_destroy(mutex)
      mutex.deinitialize(count: 1)
      mutex.deallocate()
    }

    @inlinable
    package func withLock<Answer: Sendable, Failure: Error>(
      _ body: (inout State) throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&state.pointee)
    }
  }
#endif
