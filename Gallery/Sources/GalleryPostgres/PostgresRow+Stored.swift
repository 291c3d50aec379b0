import ErrandsPostgres
import Foundation
import GalleryJobs

/// Numbers of a row within ``StoredNumber``, whoever has written them. All of them throw `PostgresError`.
extension PostgresRow {
  func amount<Number: FixedWidthInteger>(_ column: String, as type: Number.Type = Number.self) throws
    -> Number
  {
    let number = try value(column, as: Int64.self)
    guard StoredNumber.amounts.contains(number), let amount = Number(exactly: number) else {
      throw PostgresError.value(column: column, reason: "has \(number) in it, which cannot be")
    }
    return amount
  }

  func moment(_ column: String) throws -> Date {
    Date(timeIntervalSince1970: try seconds(column, in: StoredNumber.moments))
  }

  func duration(_ column: String) throws -> Duration {
    .seconds(try seconds(column, in: StoredNumber.seconds))
  }

  private func seconds(_ column: String, in range: ClosedRange<Double>) throws -> Double {
    let seconds = try value(column, as: Double.self)
    guard range.contains(seconds) else {
      throw PostgresError.value(column: column, reason: "has \(seconds) seconds in it, which cannot be")
    }
    return seconds
  }
}
