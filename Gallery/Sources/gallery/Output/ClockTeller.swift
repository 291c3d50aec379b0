import Foundation
import GalleryJobs

/// Shows the ticks of a clock: JSON lines for scripts, and the time of day for people, where they are.
struct ClockTeller: Sendable {
  let json: Bool

  /// False where the reader has gone.
  func tell(_ tick: ClockTick) -> Bool {
    json ? Output.reaches(line: tick) : Output.reaches("\(Self.timeOfDay(tick.time))  \(tick.tick)\n")
  }

  /// The time and its offset from UTC, by the system's own reading of `TZ` (POSIX.1-2017, section 8.3): Foundation
  /// takes neither a colon before a name nor a zone without a name, and has the sign of an offset the wrong way round.
  private static func timeOfDay(_ date: Date) -> String {
    var seconds = time_t(date.timeIntervalSince1970.rounded(.down))
    var local = tm()
    localtime_r(&seconds, &local)
    let time = String(format: "%02d:%02d:%02d", local.tm_hour, local.tm_min, local.tm_sec)
    let offset = Int(local.tm_gmtoff) / 60
    guard offset != 0 else { return time + "Z" }
    let sign = offset < 0 ? "-" : "+"
    return time + sign + String(format: "%02d:%02d", abs(offset) / 60, abs(offset) % 60)
  }
}
