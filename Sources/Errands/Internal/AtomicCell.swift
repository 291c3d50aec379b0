import Synchronization

#if ERRANDS_EXPLORED
  /// An atomic whose every access is a ``MeetingPlace``, so that the interleavings there can be tried.
  ///
  /// The orderings that are asked for are passed over: what is tried is one thread at a time.
  package struct AtomicCell<Value: Sendable>: ~Copyable, Sendable {
    private let value: Mutex<Value>
    private let place: MeetingPlace

    package init(_ initial: consuming Value, fileID: StaticString = #fileID, line: UInt = #line) {
      value = Mutex(initial)
      place = MeetingPlace(.atomic, origin: CallSite(fileID, line))
    }

    package func load(
      ordering: AtomicLoadOrdering,
      fileID: StaticString = #fileID,
      line: UInt = #line,
      function: StaticString = #function
    ) -> Value {
      place.enter(MeetingPlace.Caller(function, CallSite(fileID, line)))
      return value.withLock { $0 }
    }

    package func store(
      _ new: Value,
      ordering: AtomicStoreOrdering,
      fileID: StaticString = #fileID,
      line: UInt = #line,
      function: StaticString = #function
    ) {
      place.enter(MeetingPlace.Caller(function, CallSite(fileID, line)))
      value.withLock { $0 = new }
    }
  }

  extension AtomicCell where Value == Int {
    package func subtract(
      _ count: Int,
      ordering: AtomicUpdateOrdering,
      fileID: StaticString = #fileID,
      line: UInt = #line,
      function: StaticString = #function
    ) -> (oldValue: Int, newValue: Int) {
      place.enter(MeetingPlace.Caller(function, CallSite(fileID, line)))
      return value.withLock { value in
        defer { value -= count }
        return (value, value - count)
      }
    }
  }
#else
  /// An atomic. Built with `-DERRANDS_EXPLORED` it is one whose interleavings can be tried.
  package typealias AtomicCell<Value: AtomicRepresentable> = Atomic<Value>
#endif
