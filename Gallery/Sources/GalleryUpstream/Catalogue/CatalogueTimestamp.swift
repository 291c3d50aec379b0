import Foundation

/// The two ways in which feeds write an instant.
enum CatalogueTimestamp {
  /// `2019-05-17T01:42:26.000-07:00`. The real feeds change to −08:00 in winter; here the zone is fixed, so
  /// that the text does not depend on the machine's time zone data.
  static func pacific(_ date: Date) -> String {
    let offset = -7 * 3600
    let local = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down) + Double(offset))
    return local.formatted(.iso8601.year().month().day().time(includingFractionalSeconds: false))
      + ".000-07:00"
  }

  /// `Sat, 16 Mar 2024 11:16:20 +0000`.
  static func mail(_ date: Date) -> String {
    let secondsPerDay = 86_400.0
    let second = date.timeIntervalSince1970.rounded(.down)
    let daysSinceThursday = Int((second / secondsPerDay).rounded(.down))
    let weekday = weekdays[((daysSinceThursday % 7) + 7) % 7]
    let whole = Date(timeIntervalSince1970: second)
    let day = whole.formatted(.iso8601.year().month().day()).split(separator: "-")
    let month = months[(Int(day[1]) ?? 1) - 1]
    let time = whole.formatted(.iso8601.time(includingFractionalSeconds: false))
    return "\(weekday), \(day[2]) \(month) \(day[0]) \(time) +0000"
  }

  /// 1 January 1970 was a Thursday.
  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
