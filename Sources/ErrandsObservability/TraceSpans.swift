import Errands
import Tracing

/// The spans of the runs in flight, and of the phases that they are in. Where too many are, the oldest ends before its run.
final class TraceSpans: Sendable {
  fileprivate struct State: Sendable {
    var runs: RunsInFlight
    var slots: [RunID: SpanSlot] = [:]
    var phases: [RunID: PhaseSlot] = [:]
    var lastPhase = 0

    /// The span of the phase that a run has entered is to be opened under this number.
    mutating func openPhase(of run: RunID) -> Int {
      lastPhase += 1
      phases[run] = .opening(lastPhase)
      return lastPhase
    }
  }

  /// What an event asks for.
  fileprivate struct Change: Sendable {
    var step: RunsInFlight.Step
    var slot: SpanSlot?
    var forgotten: SpanSlot?
    /// Those that have come to their end: of the run, and of one that is forgotten.
    var endedPhases: [PhaseSlot] = []
    var openedPhase: Int?
  }

  private let tracer: any Tracer
  private let state: Lock<State>

  init(tracer: any Tracer, capacity: Int = 65_536) {
    self.tracer = tracer
    state = Lock(State(runs: RunsInFlight(capacity: capacity)))
  }

  deinit {
    let (phases, slots) = state.withLock { (Array($0.phases.values), Array($0.slots.values)) }
    for slot in phases { slot.span?.end() }
    for slot in slots { slot.span?.end() }
  }

  func record(_ event: TraceEvent) {
    let change = state.withLock { $0.take(event) }
    for phase in change.endedPhases { phase.span?.end() }
    change.forgotten?.span?.end()
    if change.step.began { return open(event, change.step.after?.parent) }
    guard let span = change.slot?.span else { return }
    span.note(event)
    if let number = change.openedPhase, case .phase(let name) = event.kind {
      open(phase: name, of: event.run, number, below: span)
    }
  }

  /// The context of the run's span, for a tracer that understands it.
  func context(of run: RunID, for tracer: any Sendable) -> ServiceContext? {
    guard let tracer = tracer as? any Tracer, Self.isSame(tracer, self.tracer) else { return nil }
    return state.withLock { $0.slots[run]?.span?.context }
  }

  /// Objects are told apart. Values of one type are taken for the same tracer: they are seldom equatable.
  private static func isSame(_ one: any Tracer, _ other: any Tracer) -> Bool {
    guard type(of: one) == type(of: other) else { return false }
    return !(type(of: one) is AnyClass) || one as AnyObject === other as AnyObject
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

  private func open(phase name: String, of run: RunID, _ number: Int, below parent: any Span) {
    let span = tracer.startSpan(name, context: parent.context)
    let isOpened = state.withLock { state in
      guard state.phases[run]?.isOpening(number) == true else { return false }
      state.phases[run] = .open(span)
      return true
    }
    // The run has entered another phase in the meantime, or settled.
    if !isOpened { span.end() }
  }
}

extension TraceSpans.State {
  fileprivate mutating func take(_ event: TraceEvent) -> TraceSpans.Change {
    let step = runs.take(event)
    if step.began { slots[event.run] = .opening }
    var change = TraceSpans.Change(step: step, slot: slots[event.run])
    if step.settled != nil { slots[event.run] = change.slot?.settling(with: event) }
    if step.settled != nil || step.entered {
      change.endedPhases += phases.removeValue(forKey: event.run).map { [$0] } ?? []
    }
    if step.entered, change.slot?.span != nil { change.openedPhase = openPhase(of: event.run) }
    if let forgotten = step.forgotten?.id {
      change.forgotten = slots.removeValue(forKey: forgotten)
      change.endedPhases += phases.removeValue(forKey: forgotten).map { [$0] } ?? []
    }
    return change
  }
}
