#if ERRANDS_EXPLORED
  import Foundation

  /// Mutual exclusion around a value, in a program whose interleavings are tried: a ``MeetingPlace`` before the lock is
  /// taken, and one after it has been let go of.
  ///
  /// It knows the line that made it, and who takes it, so that a schedule can be told in words.
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
