import GalleryJobs

/// The lines of progress of a batch of fetches, as a value: one for each file while they have room, and else one for
/// each that is under way; and one for all of them. Time is counted from the beginning of the batch.
///
/// An event costs as much in a batch of a hundred thousand as in one of two.
struct FetchBoard {
  /// A name has as much room as the longest, within these limits.
  private static let labelWidths = 8...24

  private var rows: [FetchBoardRow]
  private var underWay: Set<Int> = []
  private var whole = FetchBoardRow.Share()
  private var rate = ByteRate()
  private let labelWidth: Int

  /// - Parameter addresses: Of all files.
  init(_ addresses: [String]) {
    rows = addresses.map(FetchBoardRow.init)
    let longest = rows.map(\.label.columns).max() ?? 0
    labelWidth = min(max(longest, Self.labelWidths.lowerBound), Self.labelWidths.upperBound)
  }

  mutating func take(_ event: FetchEvent, at now: Duration) {
    let index: Int
    switch event {
    case .trying(let place, _): index = place
    case .progress(let progress): index = progress.index
    case .file(let result): index = result.index
    case .done: return
    }
    let before = rows[index].share
    rows[index].take(event, at: now)
    whole.replace(before, with: rows[index].share)
    if rows[index].isUnderWay { underWay.insert(index) } else { underWay.remove(index) }
    rate.add(whole.received, at: now)
  }

  /// The lines, fewer than the terminal has rows.
  mutating func lines(at now: Duration, columns: Int, rows count: Int) -> [String] {
    guard rows.count > 1 else { return rows.indices.map { line($0, at: now, columns: columns) } }
    let room = max(count - 2, 0)
    let shown = rows.count <= room ? Array(rows.indices) : Array(underWay.sorted().prefix(room))
    let hidden = rows.count <= room ? 0 : underWay.count - shown.count
    let lines = shown.map { line($0, at: now, columns: columns) }
    return lines + [lastLine(at: now, columns: columns, hidden: hidden)]
  }

  private mutating func line(_ index: Int, at now: Duration, columns: Int) -> String {
    rows[index].text(on: ProgressBar(label: padded(rows[index].label), width: columns), at: now)
  }

  private mutating func lastLine(at now: Duration, columns: Int, hidden: Int) -> String {
    rate.add(whole.received, at: now)
    let progress = JobProgress(
      settled: whole.ended,
      total: rows.count,
      bytes: whole.received,
      fraction: whole.ended == rows.count ? 1 : whole.fraction / Double(rows.count),
      note: hidden > 0 ? "\(hidden) more under way" : nil
    )
    let bar = ProgressBar(label: padded("Fetching"), width: columns)
    return bar.text(progress, after: now, speed: rate.bytesPerSecond)
  }

  /// As wide as the other labels.
  private func padded(_ label: String) -> String {
    let shown = label.columns > labelWidth ? label.prefix(columns: labelWidth - 1) + "…" : label
    return shown + String(repeating: " ", count: labelWidth - shown.columns)
  }
}
