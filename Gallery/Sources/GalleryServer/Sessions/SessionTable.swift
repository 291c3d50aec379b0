import GalleryDatabase

/// Which sessions are open, as a value that is told what time it is.
struct SessionTable {
  private struct Entry {
    let begun: ContinuousClock.Instant
    var used: ContinuousClock.Instant
    /// When it was last known for sure that it is open; nil where that is to be asked again.
    var confirmed: ContinuousClock.Instant?
  }

  private let limits: SessionLimits
  private var entries: [SessionID: Entry] = [:]

  init(limits: SessionLimits = SessionLimits()) {
    self.limits = limits
  }

  var count: Int { entries.count }
  var ids: [SessionID] { Array(entries.keys) }

  /// When it was last known for sure that the session is open.
  func confirmed(_ id: SessionID) -> ContinuousClock.Instant? { entries[id]?.confirmed }

  /// It is known for sure that the session is open, which uses it, and begins it where it was not known here.
  ///
  /// - Returns: The session that has had to end for this one.
  mutating func confirm(_ id: SessionID, at now: ContinuousClock.Instant) -> SessionID? {
    guard use(id, at: now) else { return begin(id, at: now) }
    entries[id]?.confirmed = now
    return nil
  }

  /// The same without a use. No effect on one that is not known here.
  mutating func confirmKnown(_ id: SessionID, at now: ContinuousClock.Instant) {
    entries[id]?.confirmed = now
  }

  /// Nothing is known for sure any more.
  mutating func doubt() {
    for id in entries.keys { entries[id]?.confirmed = nil }
  }

  /// - Returns: The session that has had to end for this one.
  mutating func begin(_ id: SessionID, at now: ContinuousClock.Instant) -> SessionID? {
    var ended: SessionID?
    if entries.count >= limits.count {
      ended = entries.min { $0.value.used < $1.value.used }?.key
      if let ended { entries[ended] = nil }
    }
    entries[id] = Entry(begun: now, used: now, confirmed: now)
    return ended
  }

  /// Whether the session is open, which uses it.
  mutating func use(_ id: SessionID, at now: ContinuousClock.Instant) -> Bool {
    guard let entry = entries[id], !isOver(entry, now) else { return false }
    entries[id]?.used = now
    return true
  }

  /// No effect on one that has ended, or never was.
  mutating func end(_ id: SessionID) { entries[id] = nil }

  /// Ends those whose time is over.
  mutating func sweep(at now: ContinuousClock.Instant) -> [SessionID] {
    let over = entries.filter { isOver($0.value, now) }.map(\.key)
    for id in over { entries[id] = nil }
    return over
  }

  private func isOver(_ entry: Entry, _ now: ContinuousClock.Instant) -> Bool {
    now - entry.begun >= limits.lifetime || now - entry.used >= limits.idle
  }
}
