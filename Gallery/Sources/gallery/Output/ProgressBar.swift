import Foundation

/// The text of a line of progress: what is done, a bar, the count, the bytes, how fast they come, and the time left.
/// Where a terminal is too narrow for all, the bar is left out first, and then the last of the numbers.
struct ProgressBar {
  /// Before this much time has passed, there is no telling how long it will take.
  private static let firstGuess = Duration.seconds(1)
  private static let length = 20
  private static let shortestLabel = 16

  let label: String
  /// In columns.
  let width: Int

  /// - Parameters:
  ///   - elapsed: Since the beginning.
  ///   - speed: In bytes a second; nil while it is not known.
  func text(_ progress: JobProgress, after elapsed: Duration, speed: Double?) -> String {
    let bar = progress.fraction.map(Self.bar)
    var facts = [
      progress.total.map { "\(progress.settled)/\($0)" },
      progress.bytes.map(\.size),
      speed.map { Int64($0).size + "/s" },
      progress.fraction.flatMap { Self.left(at: $0, from: progress.beginning, after: elapsed) },
      progress.note,
    ].compactMap { $0 }
    // At the end of a line many terminals begin the next one: the last column stays empty.
    let columns = max(width - 1, 1)
    // Of a long address the beginning is enough, so that the rest has room.
    let shortest = min(label.plain.columns, Self.shortestLabel, columns)
    func rest(_ bar: String?) -> String { ([bar].compactMap { $0 } + facts).map { "  " + $0 }.joined() }
    var line = rest(bar)
    if shortest + line.count > columns { line = rest(nil) }
    while shortest + line.count > columns, !facts.isEmpty {
      facts.removeLast()
      line = rest(nil)
    }
    let room = columns - line.count
    let name = label.plain
    return (name.columns <= room ? name : name.prefix(columns: room - 1) + "…") + line
  }

  private static func bar(_ fraction: Double) -> String {
    let full = Int((min(max(fraction, 0), 1) * Double(length)).rounded(.down))
    return String(repeating: "█", count: full) + String(repeating: "░", count: length - full)
  }

  private static func left(at fraction: Double, from beginning: Double, after elapsed: Duration) -> String? {
    let done = fraction - beginning
    guard done > 0, fraction < 1, elapsed >= firstGuess else { return nil }
    // What takes more than four days is not guessed any closer.
    let left = min(elapsed * ((1 - fraction) / done), .seconds(359_999))
    let pattern: Duration.TimeFormatStyle.Pattern =
      left < .seconds(3600) ? .minuteSecond : .hourMinuteSecond
    return left.formatted(.time(pattern: pattern)) + " left"
  }
}
