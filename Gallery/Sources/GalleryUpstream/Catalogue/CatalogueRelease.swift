import Foundation

/// When a work comes out.
public enum CatalogueRelease: Sendable, Hashable {
  /// On a day, counted from 1 January 1970.
  case on(day: Int)
  /// So many days after the day of the request: charts list works before they are out.
  case ahead(days: Int)
  case unannounced

  /// `YYYY-MM-DD`, or `nil` where it is not announced.
  ///
  /// - Parameter now: the time of the request.
  public func text(asOf now: Date) -> String? {
    let secondsPerDay = 86_400.0
    let date: Date
    switch self {
    case .on(let day): date = Date(timeIntervalSince1970: Double(day) * secondsPerDay)
    case .ahead(let days): date = now.addingTimeInterval(Double(days) * secondsPerDay)
    case .unannounced: return nil
    }
    return date.formatted(.iso8601.year().month().day())
  }
}
