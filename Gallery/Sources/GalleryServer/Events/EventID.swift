import GalleryJobs

/// The name of an event, by which one who comes back says what it has seen: of which process, the how many of all, and
/// what had been told of batches by then, which outlasts the process.
struct EventID: Sendable, Hashable, LosslessStringConvertible {
  /// Of the process that told it.
  let epoch: String
  /// Counts up from 1.
  let number: UInt64
  /// After the latest that had been told of batches; nil where that was not known yet.
  let cursor: BatchCursor?

  init(epoch: String, number: UInt64, cursor: BatchCursor? = nil) {
    self.epoch = epoch
    self.number = number
    self.cursor = cursor
  }

  /// Nil for a text that names no event.
  init?(_ description: String) {
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, !parts[0].isEmpty, let number = UInt64(parts[1]) else {
      return nil
    }
    let cursor = parts.count == 3 ? BatchCursor(String(parts[2])) : nil
    guard parts.count == 2 || cursor != nil else { return nil }
    self.init(epoch: String(parts[0]), number: number, cursor: cursor)
  }

  var description: String { "\(epoch)-\(number)" + (cursor.map { "-\($0)" } ?? "") }
}

/// Where a listener goes on.
enum EventResumption: Sendable, Equatable {
  /// It has come for the first time, and hears what happens from now on.
  case first
  /// It has seen everything up to this one.
  case after(EventID)
  /// It has seen something, and nobody knows what: its text names no event.
  case unknown

  /// - Parameter field: `Last-Event-ID`, as a client sends it.
  init(field: String?) {
    guard let field, !field.isEmpty else {
      self = .first
      return
    }
    self = EventID(field).map(Self.after) ?? .unknown
  }
}
