#if TSAN
  import Foundation
#else
  import Synchronization
#endif

#if TSAN
  /// Mutual exclusion around a value.
  ///
  /// The thread sanitizer does not see the futex inside `Synchronization.Mutex`, and reports races that are none.
  /// Built with `-DTSAN`, this is a lock that it understands.
  package final class Lock<State: Sendable>: @unchecked Sendable {
    // Sendable: the state is only touched while the lock is held.
    private let lock = NSLock()
    private var state: State

    package init(_ initial: State) {
      state = initial
    }

    package func withLock<Answer: Sendable, Failure: Error>(
      _ body: (inout State) throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
      lock.lock()
      defer { lock.unlock() }
      return try body(&state)
    }
  }
#else
  /// Mutual exclusion around a value: `Synchronization.Mutex`, or another lock in builds for the thread sanitizer
  /// (`-DTSAN`), which does not see that one.
  package typealias Lock<State: Sendable> = Mutex<State>
#endif
