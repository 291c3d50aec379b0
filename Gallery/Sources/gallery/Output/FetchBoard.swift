import Foundation
import GalleryJobs

/// The lines of progress of a batch of fetches, as a value: one for each file while they have room, and else one for each
/// that is under way; and one for all of them. Time is counted from the beginning of the batch.
struct FetchBoard {
  private enum Phase {
    case waiting
    case trying(Int)
    case receiving
    case ended(FetchResult)
  }

  private struct Row {
    let label: String
    var phase = Phase.waiting
    var progress: FetchProgress?
    /// When its first bytes were there, and how many.
    var beginning: (time: Duration, bytes: Int64)?
    var rate = ByteRate()

    var isUnderWay: Bool {
      switch phase {
      case .waiting, .ended: false
      case .trying, .receiving: true
      }
    }

    var isEnded: Bool { if case .ended = phase { true } else { false } }

    /// From 0 to 1; nil where that is not known.
    var fraction: Double? {
      if isEnded { return 1 }
      guard let progress else { return 0 }
      return progress.total.map { $0 == 0 ? 1 : Double(progress.completed) / Double($0) }
    }

    /// What this run has received.
    var received: Int64 { (progress?.completed ?? 0) - (beginning?.bytes ?? 0) }
  }

  /// A name has as much room as the longest, within these limits.
  private static let labelWidths = 8...24

  private var rows: [Row]
  private var rate = ByteRate()
  private let labelWidth: Int

  /// - Parameter addresses: Of all files.
  init(_ addresses: [String]) {
    rows = addresses.map { Row(label: Self.label(of: $0)) }
    let longest = rows.map(\.label.count).max() ?? 0
    labelWidth = min(max(longest, Self.labelWidths.lowerBound), Self.labelWidths.upperBound)
  }

  mutating func take(_ event: FetchEvent, at now: Duration) {
    switch event {
    case .trying(let index, let number): rows[index].phase = .trying(number)
    case .progress(let progress): take(progress, at: now)
    case .file(let result): rows[result.index].phase = .ended(result)
    case .done: break
    }
  }

  private mutating func take(_ progress: FetchProgress, at now: Duration) {
    let index = progress.index
    rows[index].phase = .receiving
    rows[index].progress = progress
    if rows[index].beginning == nil { rows[index].beginning = (now, progress.completed) }
    rows[index].rate.add(progress.completed, at: now)
    rate.add(rows.reduce(0) { $0 + $1.received }, at: now)
  }

  /// The lines, fewer than the terminal has rows.
  mutating func lines(at now: Duration, columns: Int, rows count: Int) -> [String] {
    guard rows.count > 1 else { return rows.indices.map { line($0, at: now, columns: columns) } }
    let room = max(count - 2, 0)
    let underWay = rows.indices.filter { rows[$0].isUnderWay }
    let shown = rows.count <= room ? Array(rows.indices) : Array(underWay.prefix(room))
    let hidden = rows.count <= room ? 0 : underWay.count - shown.count
    return shown.map { line($0, at: now, columns: columns) } + [
      whole(at: now, columns: columns, hidden: hidden)
    ]
  }

  private mutating func line(_ index: Int, at now: Duration, columns: Int) -> String {
    let row = rows[index]
    let bar = ProgressBar(label: padded(row.label), width: columns)
    func text(_ progress: JobProgress, since beginning: Duration = .zero, speed: Double? = nil) -> String {
      bar.text(progress, after: now - beginning, speed: speed)
    }
    switch row.phase {
    case .waiting: return text(JobProgress(note: "waiting"))
    case .trying(let number):
      let note = number == 1 ? "connecting" : "try \(number)"
      return text(JobProgress(bytes: row.progress?.completed, fraction: row.progress?.fraction, note: note))
    case .receiving:
      guard let progress = row.progress, let beginning = row.beginning else { return text(JobProgress()) }
      // Silence counts, too: a connection that has died is not as fast as its last bytes were.
      rows[index].rate.add(progress.completed, at: now)
      var shown = JobProgress(bytes: progress.completed, fraction: progress.fraction)
      shown.beginning = progress.total.map { $0 == 0 ? 0 : Double(beginning.bytes) / Double($0) } ?? 0
      shown.note = progress.resumedFrom > 0 ? "from \(progress.resumedFrom.size)" : nil
      return text(shown, since: beginning.time, speed: rows[index].rate.bytesPerSecond)
    case .ended(let result):
      let isThere = result.status == .fetched || result.status == .unchanged
      return text(JobProgress(bytes: result.bytes, fraction: isThere ? 1 : nil, note: result.status.rawValue))
    }
  }

  private mutating func whole(at now: Duration, columns: Int, hidden: Int) -> String {
    let received = rows.reduce(0) { $0 + $1.received }
    rate.add(received, at: now)
    let fractions = rows.map { $0.fraction ?? 0 }
    var progress = JobProgress(settled: rows.count(where: \.isEnded), of: rows.count, bytes: received)
    progress.fraction = fractions.reduce(0, +) / Double(rows.count)
    progress.note = hidden > 0 ? "\(hidden) more under way" : nil
    return ProgressBar(label: padded("Fetching"), width: columns).text(
      progress,
      after: now,
      speed: rate.bytesPerSecond
    )
  }

  /// As wide as the other labels.
  private func padded(_ label: String) -> String {
    let shown = label.count > labelWidth ? label.prefix(labelWidth - 1) + "…" : label[...]
    return shown + String(repeating: " ", count: labelWidth - shown.count)
  }

  /// The name of the file in an address, or else the address.
  private static func label(of address: String) -> String {
    let path = address.prefix { $0 != "?" && $0 != "#" }
    let name = path.split(separator: "/").last.map(String.init) ?? address
    return (name.removingPercentEncoding ?? name).plain
  }
}

extension FetchProgress {
  fileprivate var fraction: Double? { total.map { $0 == 0 ? 1 : Double(completed) / Double($0) } }
}
