import Errands
import ErrandsLoading
import NIOCore

/// The runs in flight and those that ended lately, as a value: each event changes one of them.
///
/// Bounded, whatever happens: the run that ended the longest ago makes room, and the oldest in flight.
struct TimelineState: Sendable {
  struct Limits: Sendable {
    /// Runs in flight. Default 50,000.
    var inFlight = 50_000
    /// Those that have ended. Default 4,096.
    var ended = 4_096
    /// The newest events as they were. Default 16,384.
    var events = 16_384
  }

  private struct Entry: Sendable {
    var run: TimelineRun
    /// Whether it is in the list of those that have changed.
    var isListed = false
  }

  private let limits: Limits
  private var entries: [RunID: Entry] = [:]
  /// In the order in which they came; some of them have ended.
  private var begun = CircularBuffer<RunID>()
  private var over = CircularBuffer<RunID>()
  private var changed: [RunID] = []
  /// The newest, oldest first, for a trace.
  private(set) var events = CircularBuffer<TraceEvent>()
  /// How many times changes have been handed out.
  private(set) var sequence: UInt64 = 0
  /// Whether somebody takes the changes; nothing is written down for nobody.
  var isWatched = false {
    didSet { if !isWatched { unlist() } }
  }

  init(_ limits: Limits = Limits()) {
    self.limits = limits
  }

  var runs: [TimelineRun] { entries.values.map(\.run).sorted { $0.id < $1.id } }
  var inFlightCount: Int { entries.count - over.count }

  /// - Returns: What was let go of: an error's end may settle a run, and come back here.
  mutating func take(_ event: TraceEvent, at time: Int64) -> (TraceEvent?, TimelineRun?) {
    events.append(event)
    return (events.count > limits.events ? events.removeFirst() : nil, follow(event, at: time))
  }

  private mutating func follow(_ event: TraceEvent, at time: Int64) -> TimelineRun? {
    if case .made(let parent) = event.kind { return add(event, parent, at: time) }
    guard let index = entries.index(forKey: event.run) else { return nil }
    let wasOver = entries.values[index].run.ended != nil
    entries.values[index].run.note(event.kind, at: time)
    list(event.run, at: index)
    guard !wasOver, entries.values[index].run.ended != nil else { return nil }
    over.append(event.run)
    return over.count > limits.ended ? forget(over.popFirst()) : nil
  }

  /// Something is known of a run besides; no effect on one that is not here any more.
  mutating func change(_ id: RunID, _ change: (inout TimelineRun) -> Void) {
    guard let index = entries.index(forKey: id) else { return }
    change(&entries.values[index].run)
    list(id, at: index)
  }

  /// The runs that have changed since this was asked for the last time.
  mutating func takeChanges() -> [TimelineRun] {
    guard !changed.isEmpty else { return [] }
    sequence += 1
    defer { unlist() }
    return changed.compactMap { entries[$0]?.run }
  }

  private mutating func add(_ event: TraceEvent, _ parent: RunID?, at time: Int64) -> TimelineRun? {
    guard entries.index(forKey: event.run) == nil else { return nil }
    let run = TimelineRun(id: event.run, name: event.name, line: event.origin, parent: parent, made: time)
    entries[event.run] = Entry(run: run, isListed: isWatched)
    if isWatched { changed.append(event.run) }
    begun.append(event.run)
    // Constant time on average: half of them have ended.
    if begun.count > 2 * inFlightCount + 1_024 { begun = begun.filter { isInFlight($0) } }
    guard inFlightCount > limits.inFlight else { return nil }
    while let oldest = begun.popFirst() { if isInFlight(oldest) { return forget(oldest) } }
    return nil
  }

  private func isInFlight(_ id: RunID) -> Bool { entries[id].map { $0.run.ended == nil } ?? false }

  private mutating func list(_ id: RunID, at index: [RunID: Entry].Index) {
    guard isWatched, !entries.values[index].isListed else { return }
    entries.values[index].isListed = true
    changed.append(id)
  }

  private mutating func unlist() {
    for id in changed { entries[id]?.isListed = false }
    changed.removeAll(keepingCapacity: true)
  }

  private mutating func forget(_ id: RunID?) -> TimelineRun? {
    id.flatMap { entries.removeValue(forKey: $0)?.run }
  }
}
