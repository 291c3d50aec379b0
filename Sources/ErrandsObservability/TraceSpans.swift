import Errands
import Tracing

/// The spans of the runs in flight. Where too many are, the oldest ends before its run.
final class TraceSpans: Sendable {
  private struct State: Sendable {
    var runs: RunsInFlight
    var slots: [RunID: SpanSlot] = [:]
  }

  private let tracer: any Tracer
  private let state: Lock<State>

  init(tracer: any Tracer, capacity: Int = 65_536) {
    self.tracer = tracer
    state = Lock(State(runs: RunsInFlight(capacity: capacity)))
  }

  deinit {
    for slot in state.withLock({ Array($0.slots.values) }) { slot.span?.end() }
  }

  func record(_ event: TraceEvent) {
    let (step, slot, forgotten) = state.withLock { state in
      let step = state.runs.take(event)
      if step.began { state.slots[event.run] = .opening }
      let slot = state.slots[event.run]
      if step.settled != nil { state.slots[event.run] = slot?.settling(with: event) }
      return (step, slot, step.forgotten.flatMap { state.slots.removeValue(forKey: $0.id) })
    }
    forgotten?.span?.end()
    if step.began { return open(event, step.after?.parent) }
    if let span = slot?.span { span.note(event) }
  }

  /// The tracer is called outside the lock, and the run may settle meanwhile on another thread.
  private func open(_ event: TraceEvent, _ parent: RunID?) {
    let parentSpan = parent.flatMap { parent in state.withLock { $0.slots[parent]?.span } }
    let context = parentSpan?.context ?? ServiceContext.current ?? .topLevel
    let span = tracer.startSpan(event.name, context: context)
    span.attributes["errands.run"] = event.run.description
    span.note(event)
    let slot = state.withLock { state in
      let slot = state.slots.removeValue(forKey: event.run)
      if case .opening = slot { state.slots[event.run] = .open(span) }
      return slot
    }
    switch slot {
    case .opening, .open: break
    case .settled(let settlement): span.note(settlement)
    // Forgotten in the meantime.
    case nil: span.end()
    }
  }
}
