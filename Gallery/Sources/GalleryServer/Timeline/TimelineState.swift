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
  mutating func take(_ event: TraceEvent, at time: Int64) -> [TimelineRun] {
    if case .made(let parent) = event.kind { return add(event, parent, at: time) }
    guard let wasOver = entries[event.run].map({ $0.run.ended != nil }) else { return [] }
    change(event.run) { $0.note(event.kind, at: time) }
    guard !wasOver, entries[event.run]?.run.ended != nil else { return [] }
    over.append(event.run)
    guard over.count > limits.ended else { return [] }
    return forget(over.popFirst())
  }

  /// Something is known of a run besides; no effect on one that is not here any more.
  mutating func change(_ id: RunID, _ change: (inout TimelineRun) -> Void) {
    guard let index = entries.index(forKey: id) else { return }
    change(&entries.values[index].run)
    list(id)
  }

  /// The runs that have changed since this was asked for the last time.
  mutating func takeChanges() -> [TimelineRun] {
    guard !changed.isEmpty else { return [] }
    sequence += 1
    defer { unlist() }
    return changed.compactMap { entries[$0]?.run }
  }

  private mutating func add(_ event: TraceEvent, _ parent: RunID?, at time: Int64) -> [TimelineRun] {
    guard entries[event.run] == nil else { return [] }
    entries[event.run] = Entry(
      run: TimelineRun(id: event.run, name: event.name, line: event.origin, parent: parent, made: time)
    )
    list(event.run)
    begun.append(event.run)
    // Constant time on average: half of them have ended.
    if begun.count > 2 * inFlightCount + 1_024 { begun = begun.filter { isInFlight($0) } }
    guard inFlightCount > limits.inFlight else { return [] }
    while let oldest = begun.popFirst() { if isInFlight(oldest) { return forget(oldest) } }
    return []
  }

  private func isInFlight(_ id: RunID) -> Bool { entries[id].map { $0.run.ended == nil } ?? false }

  private mutating func list(_ id: RunID) {
    guard isWatched, entries[id]?.isListed == false else { return }
    entries[id]?.isListed = true
    changed.append(id)
  }

  private mutating func unlist() {
    for id in changed { entries[id]?.isListed = false }
    changed.removeAll(keepingCapacity: true)
  }

  private mutating func forget(_ id: RunID?) -> [TimelineRun] {
    guard let id, let entry = entries.removeValue(forKey: id) else { return [] }
    return [entry.run]
  }
}
