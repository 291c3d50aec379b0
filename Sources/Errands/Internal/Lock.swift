#if !ERRANDS_EXPLORED
  #if !TSAN
    public import Synchronization
  #endif

  /// Mutual exclusion around a value.
  ///
  /// It is `Synchronization.Mutex`. The thread sanitizer does not see the futex inside that and reports races
  /// where there are none, so that a true report drowns: built with `-DTSAN`, every lock is a pthread mutex,
  /// which it understands.
  @usableFromInline
  package struct Lock<State: Sendable>: ~Copyable, Sendable {
    #if TSAN
      @usableFromInline typealias Primitive = SleepingLock<State>
    #else
      @usableFromInline typealias Primitive = Mutex<State>
    #endif

    @usableFromInline let primitive: Primitive

    @inlinable
    package init(_ initial: consuming State) {
      primitive = Primitive(initial)
    }

    @inlinable
    package borrowing func withLock<Answer: Sendable, Failure: Error>(
      _ body: (inout State) throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
      try primitive.withLock { state throws(Failure) in try body(&state) }
    }

    /// Nil, and nothing is done, where somebody holds the lock.
    @inlinable
    package borrowing func withLockIfAvailable<Answer: Sendable>(_ body: (inout State) -> Answer) -> Answer? {
      primitive.withLockIfAvailable { state in body(&state) }
    }
  }
#endif

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
  /// `Synchronization.Mutex` spins before it sleeps. Where there are more threads than processors, its holder
  /// is often a thread that does not run, and a queue's threads spent more than half their time on spinning.
  /// A pthread mutex goes to sleep.
  @usableFromInline
  package final class SleepingLock<State: Sendable>: @unchecked Sendable {
    // Sendable: the pointers are set once, and the state is only touched while the mutex is held.
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
    /// Not a field: a field of an empty type has the address of its neighbour, and the thread sanitizer calls
    /// it a race that the neighbour is read before the mutex is held.
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

    @inlinable
    package func withLockIfAvailable<Answer: Sendable>(_ body: (inout State) -> Answer) -> Answer? {
      guard pthread_mutex_trylock(mutex) == 0 else { return nil }
      defer { pthread_mutex_unlock(mutex) }
      return body(&state.pointee)
    }
  }
#endif

#if ERRANDS_EXPLORED
  import Foundation

  /// Mutual exclusion around a value, in a program whose interleavings are tried: a ``MeetingPlace`` before
  /// the lock is taken, and one after it has been let go of.
  ///
  /// It knows the line that made it, and the function that takes it, so that a schedule can be told in words.
  @usableFromInline
  package final class ExploredLock<State: Sendable>: @unchecked Sendable {
    // Sendable: the state is only touched while the mutex is held.
    private var state: State
    private let mutex = NSLock()
    private let place: MeetingPlace

    @usableFromInline
    package init(_ initial: consuming State, fileID: StaticString = #fileID, line: UInt = #line) {
      state = initial
      place = MeetingPlace(.lock, origin: CallSite(fileID, line))
    }

    @usableFromInline
    package func withLock<Answer: Sendable, Failure: Error>(
      fileID: StaticString = #fileID,
      line: UInt = #line,
      function: StaticString = #function,
      _ body: (inout State) throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
      let caller = MeetingPlace.Caller(function, CallSite(fileID, line))
      place.enter(caller)
      mutex.lock()
      defer {
        mutex.unlock()
        place.leave(caller)
      }
      return try body(&state)
    }
  }

  @usableFromInline package typealias Lock = ExploredLock
  @usableFromInline package typealias SleepingLock = ExploredLock
#endif
