#if !ERRANDS_EXPLORED
  #if !TSAN
    public import Synchronization
  #endif

  /// Mutual exclusion around a value.
  ///
  /// It is `Synchronization.Mutex`. The thread sanitizer does not see the futex inside that and reports races that are
  /// none, so that a true report drowns: built with `-DTSAN`, every lock is a pthread mutex, which it understands.
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
  }
#endif
