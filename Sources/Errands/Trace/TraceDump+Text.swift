extension TraceDump: CustomStringConvertible {
  /// The text with ten lines of a kind at most.
  public var description: String { text() }

  /// A line for each run: its number, age and phase, its name and the line that made it, indented by its
  /// depth, the run that it is below, or was made in, or whose work it shares, its queue, the phase of its work, its progress, and what it waits for. What deserves a look is
  /// marked with `!`.
  ///
  /// Fields stand between two spaces, so that `grep` and `cut` find them. Beyond a depth of 20 the indent
  /// stays as it is, and the depth is written in front of the name: a chain of 100,000 would need gigabytes
  /// of spaces.
  ///
  /// Costs some microseconds a line, and takes no stack for depth.
  ///
  /// - Parameter limit: How many runs below the same one, with equal names, lines and phases, and equal runs
  ///   below them, are written; of the others there is a line with their number. Nil for all of them.
  public func text(repeating limit: Int? = 10) -> String {
    guard isTracked else {
      return
        "Nobody tracks the runs: keep what Trace.track() gives, and runs that are made from then on are shown here."
    }
    var text = DumpText(entries, summary: summary)
    var kinds = limit.map { DumpKinds(entries, limit: max($0, 1)) }
    var next = 0
    while next < entries.count {
      switch kinds?.show(next) ?? .run {
      case .run:
        text.add(entries[next])
        next += 1
      case .summary(let count, let last, let end):
        if count > 0 { text.add(count, like: entries[last]) }
        next = end
      }
    }
    return text.text
  }

  private var summary: String {
    var parts = ["\(DumpText.counted(entries.count)) in flight"]
    let held = entries.count { $0.isHeld }
    if held > 0 { parts.append("\(DumpText.grouped(held)) held for more than \(DumpText.seconds(limit))") }
    let unawaited = entries.count { $0.isUnawaited }
    if unawaited > 0 { parts.append("\(DumpText.grouped(unawaited)) that nobody waits for") }
    if forgotten > 0 {
      parts.append("\(DumpText.grouped(forgotten)) older ones forgotten since the tracking began")
    }
    return parts.joined(separator: "; ")
  }
}
