import Foundation
import GalleryJobs

/// Shows the ticks of a clock: JSON lines for scripts, and the time of day for people.
struct ClockTeller: Sendable {
  let json: Bool

  /// False where nobody reads any more.
  func tell(_ tick: ClockTick) -> Bool {
    if json { return Output.reaches(line: tick) }
    let time = tick.time.formatted(.iso8601.time(includingFractionalSeconds: false))
    return Output.reaches("\(time)  \(tick.tick)\n")
  }
}
