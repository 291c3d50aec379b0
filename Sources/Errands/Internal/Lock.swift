#if TSAN
  #if canImport(Darwin)
    public import Darwin
  #elseif canImport(Musl)
    public import Musl
  #else
    public import Glibc
  #endif
#else
  public import Synchronization
#endif

#if TSAN
  /// Mutual exclusion around a value.
  ///
  /// The thread sanitizer does not see the futex inside `Synchronization.Mutex` and reports races that are
  /// none, so that a true report drowns. Built with `-DTSAN` the same lock is a pthread mutex, which it
  /// understands.
  @usableFromInline
  package struct Lock<State: Sendable>: ~Copyable, @unchecked Sendable {
    // Sendable: both pointers are set once, and the state is only touched while the mutex is held.
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
    @usableFromInline let state: UnsafeMutablePointer<State>

    @inlinable
    package init(_ initial: State) {
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
    package borrowing func withLock<Answer: Sendable, Failure: Error>(
      _ body: (inout State) throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&state.pointee)
    }
  }
#else
  /// Mutual exclusion around a value: `Synchronization.Mutex`, or a pthread mutex in builds for the thread
  /// sanitizer (`-DTSAN`), which cannot see the other.
  @usableFromInline
  package struct Lock<State: Sendable>: ~Copyable, Sendable {
    @usableFromInline let mutex: Mutex<State>

    @inlinable
    package init(_ initial: State) {
      mutex = Mutex(initial)
    }

    @inlinable
    package borrowing func withLock<Answer: Sendable, Failure: Error>(
      _ body: (inout State) throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
      try mutex.withLock { state throws(Failure) in try body(&state) }
    }
  }
#endif
