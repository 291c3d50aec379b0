import Foundation
import GRDB
import GalleryJobs

/// The values of a row, whatever a damaged file has in it: GRDB's subscripts end the process where a value is missing, or is
/// not of the type that is asked for. All of them throw `SQLITE_CORRUPT`.
extension Row {
  package func value<Value: DatabaseValueConvertible>(
    _ column: String,
    as type: Value.Type = Value.self
  ) throws -> Value {
    guard let value = try optional(column, as: type) else {
      throw DatabaseError.damaged("a row is without its \(column)")
    }
    return value
  }

  /// The same; nil where there is no value in the column.
  package func optional<Value: DatabaseValueConvertible>(
    _ column: String,
    as type: Value.Type = Value.self
  ) throws -> Value? {
    guard hasColumn(column) else { return nil }
    let stored: DatabaseValue = self[column]
    if stored.isNull { return nil }
    guard let value = Value.fromDatabaseValue(stored) else {
      throw DatabaseError.damaged("a row has another \(column) than one that is read as \(Value.self)")
    }
    return value
  }

  /// A number of ``StoredNumber/amounts``.
  package func amount<Number: FixedWidthInteger>(
    _ column: String,
    as type: Number.Type = Number.self
  ) throws -> Number {
    let number = try value(column, as: Int64.self)
    guard StoredNumber.amounts.contains(number), let amount = Number(exactly: number) else {
      throw DatabaseError.damaged("a row has \(number) as its \(column)")
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
      throw DatabaseError.damaged("a row has \(seconds) seconds as its \(column)")
    }
    return seconds
  }
}

extension DatabaseError {
  static func damaged(_ what: String) -> DatabaseError {
    DatabaseError(resultCode: .SQLITE_CORRUPT, message: what)
  }
}
