/// The way in which a person scrolls through the wall: on and on, at one speed, and then they stop and look.
///
/// ```swift
/// let scroll = CoverScroll(count: 5000, visible: 20, speed: 500)
/// let summary = await scroll.run(through: wall)
/// ```
public struct CoverScroll: Sendable {
  /// How often a screen is drawn.
  static let frame = Duration.nanoseconds(16_666_667)

  /// How many rows the reader sees in the end.
  public var count: Int
  /// How many are on screen at a time.
  public var visible: Int
  /// Rows a second.
  public var speed: Double
  public var clock: any Clock<Duration> = ContinuousClock()

  public init(count: Int, visible: Int, speed: Double) {
    self.count = count
    self.visible = visible
    self.speed = speed
  }

  /// The rows on screen after so much time.
  func rows(after time: Duration) -> Range<Int> {
    let last = max(0, count - visible)
    // Of a number this large the nearest `Double` may be larger, and is no `Int`.
    let reached = speed * (time / .seconds(1))
    let first = reached < Double(last) ? Int(reached) : last
    return first..<min(count, first + visible)
  }

  /// Scrolls through the wall, waits for the covers that are on screen at the end, and says what became of all.
  ///
  /// Where its task is cancelled, the reader goes away: what is on screen is cancelled, and the rows that were still to
  /// come never do.
  public func run(through wall: CoverWall) async -> CoversSummary {
    try? await scroll(wall)
    return await withTaskCancellationHandler {
      await wall.summary
    } onCancel: {
      wall.close()
    }
  }

  private func scroll(_ wall: CoverWall) async throws {
    let elapsed = clock.stopwatch()
    var before = 0..<0
    while true {
      let rows = rows(after: elapsed())
      // Passed between two frames.
      if before.upperBound < rows.lowerBound { wall.skip(before.upperBound..<rows.lowerBound) }
      wall.scroll(to: rows)
      before = rows
      guard rows.upperBound < count else { return }
      try await clock.sleep(for: Self.frame)
    }
  }
}
