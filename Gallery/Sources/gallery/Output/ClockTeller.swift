import Foundation
import GalleryJobs

/// Shows the ticks of a clock: JSON lines for scripts, and the time of day for people, where they are.
struct ClockTeller: Sendable {
  let json: Bool
  private let format = Date.ISO8601FormatStyle(timeZone: .current)
    .time(includingFractionalSeconds: false).timeZone(separator: .colon)

  init(json: Bool) {
    self.json = json
  }

  /// False where nobody reads any more.
  func tell(_ tick: ClockTick) -> Bool {
    if json { return Output.reaches(line: tick) }
    return Output.reaches("\(tick.time.formatted(format))  \(tick.tick)\n")
  }
}
