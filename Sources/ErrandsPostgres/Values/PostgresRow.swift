public import Foundation

/// One row of what a query gives. Its values are read by the names of their columns.
public struct PostgresRow: Sendable {
  /// What the rows of one query share.
  struct Columns: Sendable {
    let types: [UInt32]
    /// Of two columns of one name, the first.
    let places: [String: Int]
  }

  let columns: Columns
  /// In the database's binary form; nil for no value.
  let values: [[UInt8]?]

  /// A value of a column.
  ///
  /// - Throws: ``PostgresError/value(column:reason:)`` where there is no such column, no value in it, or one of another type.
  public func value<Value: PostgresReadable>(_ column: String, as type: Value.Type = Value.self) throws
    -> Value
  {
    guard let value = try optional(column, as: type) else {
      throw PostgresError.value(column: column, reason: "is empty")
    }
    return value
  }

  /// The same; nil where there is no value in the column.
  public func optional<Value: PostgresReadable>(_ column: String, as type: Value.Type = Value.self) throws
    -> Value?
  {
    guard let place = columns.places[column] else {
      throw PostgresError.value(column: column, reason: "is not among those that the query gives")
    }
    guard let bytes = values[place] else { return nil }
    guard let value = Value(postgres: bytes, type: columns.types[place]) else {
      throw PostgresError.value(
        column: column,
        reason: "cannot be read as \(Value.self); cast it in the query"
      )
    }
    return value
  }
}

/// What a column can be read as: `Int64`, `Int`, `Double`, `Bool`, `String` and `Data`.
public protocol PostgresReadable {
  /// Nil where the type is another one, or the bytes are none of it.
  init?(postgres bytes: [UInt8], type: UInt32)
}

extension Int64: PostgresReadable {
  /// Of `bigint`, `integer` and `smallint`.
  public init?(postgres bytes: [UInt8], type: UInt32) {
    let number: Int64? =
      switch type {
      case PostgresType.int8: Int64(bigEndianBytes: bytes)
      case PostgresType.int4: Int32(bigEndianBytes: bytes).map { Int64($0) }
      case PostgresType.int2: Int16(bigEndianBytes: bytes).map { Int64($0) }
      default: nil
      }
    guard let number else { return nil }
    self = number
  }
}

extension Int: PostgresReadable {
  /// The same.
  public init?(postgres bytes: [UInt8], type: UInt32) {
    guard let number = Int64(postgres: bytes, type: type) else { return nil }
    self.init(exactly: number)
  }
}

extension Double: PostgresReadable {
  /// Of `double precision` and `real`.
  public init?(postgres bytes: [UInt8], type: UInt32) {
    switch type {
    case PostgresType.float8:
      guard let pattern = UInt64(bigEndianBytes: bytes) else { return nil }
      self.init(bitPattern: pattern)
    case PostgresType.float4:
      guard let pattern = UInt32(bigEndianBytes: bytes) else { return nil }
      self.init(Float(bitPattern: pattern))
    default: return nil
    }
  }
}

extension Bool: PostgresReadable {
  /// Of `boolean`.
  public init?(postgres bytes: [UInt8], type: UInt32) {
    guard type == PostgresType.bool, bytes.count == 1 else { return nil }
    self = bytes[0] != 0
  }
}

extension String: PostgresReadable {
  /// Of `text`, `varchar`, `char` and `name`.
  public init?(postgres bytes: [UInt8], type: UInt32) {
    guard PostgresType.isText(type) else { return nil }
    self.init(validating: bytes, as: UTF8.self)
  }
}

extension Data: PostgresReadable {
  /// Of `bytea`.
  public init?(postgres bytes: [UInt8], type: UInt32) {
    guard type == PostgresType.bytea else { return nil }
    self.init(bytes)
  }
}
