#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The events that a thread still has to tell the observers of.
///
/// An observer that cancels the run it hears of causes an event inside the event. Told at once, it would
/// reach the observers behind before the event that caused it: settled first and started afterwards. So the
/// first event on a thread keeps a list, which the events inside it only add to.
enum TraceLine {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let failure = pthread_key_create(&key, nil)
    precondition(failure == 0, "no thread-local key is left in this process (pthread_key_create: \(failure))")
    return key
  }()

  static func join(_ event: TraceEvent) {
    if let line = pthread_getspecific(key) {
      line.assumingMemoryBound(to: [TraceEvent].self).pointee.append(event)
      return
    }
    var later: [TraceEvent] = []
    withUnsafeMutablePointer(to: &later) { line in
      pthread_setspecific(key, line)
      Trace.tellObservers(event)
      tellAll(line)
      pthread_setspecific(key, nil)
    }
  }

  /// Takes the list whole each time round, so that what is told is let go of.
  private static func tellAll(_ line: UnsafeMutablePointer<[TraceEvent]>) {
    while !line.pointee.isEmpty {
      var batch: [TraceEvent] = []
      swap(&batch, &line.pointee)
      for event in batch { Trace.tellObservers(event) }
    }
  }
}
