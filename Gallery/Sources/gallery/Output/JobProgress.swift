/// How far a command is, in members, in bytes, or in both.
struct JobProgress: Sendable, Equatable {
  /// Members that are done, one way or another.
  var settled = 0
  /// All members; nil where the work has none.
  var total: Int?
  /// Bytes received; nil where they are not counted.
  var bytes: Int64?
  /// How much of the whole is done, from 0 to 1; nil where that is not known.
  var fraction: Double?
  /// How much of the whole was done when it began.
  var beginning = 0.0
  /// What else there is to say.
  var note: String?
}

extension JobProgress {
  /// - Parameter fraction: Nil for that of the members.
  init(settled: Int, of total: Int, bytes: Int64? = nil, fraction: Double? = nil) {
    let counted = total == 0 ? 1 : Double(settled) / Double(total)
    self.init(settled: settled, total: total, bytes: bytes, fraction: fraction ?? counted)
  }
}
