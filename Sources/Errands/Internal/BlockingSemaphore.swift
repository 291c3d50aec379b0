import Dispatch

#if ERRANDS_EXPLORED
  /// A semaphore that is a ``MeetingPlace``: a thread that waits here lets others go on, and a thread that no
  /// signal will wake is reported.
  package final class BlockingSemaphore: Sendable {
    private let semaphore: DispatchSemaphore
    private let place: MeetingPlace

    package init(value: Int, fileID: StaticString = #fileID, line: UInt = #line) {
      precondition(value == 0, "whoever explores counts from nothing")
      semaphore = DispatchSemaphore(value: value)
      place = MeetingPlace(.semaphore, origin: CallSite(fileID, line))
    }

    package func signal(
      fileID: StaticString = #fileID,
      line: UInt = #line,
      function: StaticString = #function
    ) {
      semaphore.signal()
      Interleaving.current?.signal(place, MeetingPlace.Caller(function, CallSite(fileID, line)))
    }

    package func wait(
      fileID: StaticString = #fileID,
      line: UInt = #line,
      function: StaticString = #function
    ) {
      _ = Interleaving.current?
        .wait(at: place, isLimited: false, MeetingPlace.Caller(function, CallSite(fileID, line)))
      semaphore.wait()
    }

    package func wait(
      timeout: DispatchTime,
      fileID: StaticString = #fileID,
      line: UInt = #line,
      function: StaticString = #function
    ) -> DispatchTimeoutResult {
      guard let interleaver = Interleaving.current else { return semaphore.wait(timeout: timeout) }
      let caller = MeetingPlace.Caller(function, CallSite(fileID, line))
      let isLimited = timeout != .distantFuture
      guard interleaver.wait(at: place, isLimited: isLimited, caller) else { return .timedOut }
      return semaphore.wait(timeout: .distantFuture)
    }
  }
#else
  /// A semaphore. Built with `-DERRANDS_EXPLORED` it is one whose interleavings can be tried.
  package typealias BlockingSemaphore = DispatchSemaphore
#endif
