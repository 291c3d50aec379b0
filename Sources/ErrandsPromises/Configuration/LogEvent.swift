import Errands

/// What may be a fault of the program.
public enum LogEvent: Sendable {
  /// A promise was waited for on the main thread, which stands still meanwhile.
  case waitOnMainThread
  /// All that could have resolved a promise has gone.
  case pendingPromiseDeallocated
  /// A guarantee has gone without having been resolved.
  case pendingGuaranteeDeallocated
  /// This error was cauterized.
  case cauterized(any Error)

  var sentence: String {
    switch self {
    case .waitOnMainThread: "PromiseKit: warning: wait() stops the main thread"
    case .pendingPromiseDeallocated: "PromiseKit: warning: nobody is left to resolve a pending promise"
    case .pendingGuaranteeDeallocated: "PromiseKit: warning: a guarantee went away unresolved"
    case .cauterized(let error): "PromiseKit: cauterized error: \(error)"
    }
  }
}

func warnOfWaitingOnMainThread() {
  if CurrentThread.isMain { conf.logHandler(.waitOnMainThread) }
}
