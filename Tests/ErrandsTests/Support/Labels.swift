import Errands

extension TraceEvent.Kind {
  /// The event as a word or two, for assertions that read.
  var label: String {
    switch self {
    case .made(let parent): parent.map { "made for \($0)" } ?? "made"
    case .queued: "queued"
    case .started: "started"
    case .progress(let progress): "progress \(progress.label)"
    case .phase(let name): "phase \(name)"
    case .settled(let ending): "settled \(ending.label)"
    case .delivered: "delivered"
    case .ownerGone: "owner gone"
    case .madeWithin: "made within"
    case .joined: "joined"
    case .lateSettlement(let ending, _): "late \(ending.label)"
    case .abandoned: "abandoned"
    }
  }
}

extension TraceEvent.Ending {
  var label: String { outcome }
}

extension RunProgress {
  var label: String { "\(completed)/\(total.map(String.init) ?? "?")" }
}

extension Result where Failure == any Error {
  var label: String {
    switch self {
    case .success(let value): "value \(value)"
    case .failure(is CancellationError): "cancelled"
    case .failure(is AbandonedError): "abandoned"
    case .failure: "failed"
    }
  }

  var error: (any Error)? {
    if case .failure(let error) = self { error } else { nil }
  }
}

extension RunEvent {
  var label: String {
    switch self {
    case .progress(let progress): "progress \(progress.label)"
    case .settled(let outcome): outcome.label
    }
  }

  var outcome: Result<Value, any Error>? {
    if case .settled(let outcome) = self { outcome } else { nil }
  }
}
