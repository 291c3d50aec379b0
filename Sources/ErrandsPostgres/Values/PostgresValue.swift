public import Foundation

/// A value that goes into a query in the place of `$1`, `$2` and so on. It is sent as it is, and never read as a part of
/// the query.
public enum PostgresValue: Sendable, Hashable {
  /// No value.
  case null
  /// `bigint`.
  case int(Int64)
  /// `double precision`.
  case double(Double)
  /// `boolean`.
  case bool(Bool)
  /// `text`. The database takes no zero bytes in it.
  case text(String)
  /// `bytea`.
  case bytes(Data)
  /// `bigint[]`, as for `= ANY($1)`.
  case ints([Int64])
  /// `text[]`.
  case texts([String])

  /// The type's number in PostgreSQL's catalogue (`pg_type`).
  var type: UInt32 {
    switch self {
    case .null: 0
    case .int: PostgresType.int8
    case .double: PostgresType.float8
    case .bool: PostgresType.bool
    case .text: PostgresType.text
    case .bytes: PostgresType.bytea
    case .ints: PostgresType.int8Array
    case .texts: PostgresType.textArray
    }
  }

  /// In the database's binary form; nil for none.
  var encoded: [UInt8]? {
    switch self {
    case .null: nil
    case .int(let number): number.bigEndianBytes
    case .double(let number): number.bitPattern.bigEndianBytes
    case .bool(let isTrue): [isTrue ? 1 : 0]
    case .text(let text): Array(text.utf8)
    case .bytes(let data): Array(data)
    case .ints(let numbers): Self.array(numbers.map(\.bigEndianBytes), of: PostgresType.int8)
    case .texts(let texts): Self.array(texts.map { Array($0.utf8) }, of: PostgresType.text)
    }
  }

  /// One dimension, without nulls, counted from 1 (`array_recv` in PostgreSQL's `arrayfuncs.c`).
  private static func array(_ members: [[UInt8]], of type: UInt32) -> [UInt8] {
    guard !members.isEmpty else { return [Int32(0), 0].flatMap(\.bigEndianBytes) + type.bigEndianBytes }
    let head = [Int32(1), 0].flatMap(\.bigEndianBytes) + type.bigEndianBytes
    let extent = [Int32(members.count), 1].flatMap(\.bigEndianBytes)
    return head + extent + members.flatMap { Int32($0.count).bigEndianBytes + $0 }
  }
}

/// Types that are read and written, by their numbers.
enum PostgresType {
  static let bool: UInt32 = 16
  static let bytea: UInt32 = 17
  static let name: UInt32 = 19
  static let int8: UInt32 = 20
  static let int2: UInt32 = 21
  static let int4: UInt32 = 23
  static let text: UInt32 = 25
  static let float4: UInt32 = 700
  static let float8: UInt32 = 701
  static let unknown: UInt32 = 705
  static let textArray: UInt32 = 1009
  static let int8Array: UInt32 = 1016
  static let character: UInt32 = 1042
  static let varchar: UInt32 = 1043

  static func isText(_ type: UInt32) -> Bool { [text, varchar, character, name, unknown].contains(type) }
}

extension FixedWidthInteger {
  var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }

  /// Nil where there are not as many bytes as it has.
  init?(bigEndianBytes bytes: some Collection<UInt8>) {
    guard bytes.count == Self.bitWidth / 8 else { return nil }
    self = bytes.reduce(0) { $0 << 8 | Self(truncatingIfNeeded: $1) }
  }
}

extension PostgresValue {
  /// A number, or no value.
  public init(_ number: Int64?) { self = number.map(Self.int) ?? .null }
  /// A number, or no value.
  public init(_ number: Double?) { self = number.map(Self.double) ?? .null }
  /// A text, or no value.
  public init(_ text: String?) { self = text.map(Self.text) ?? .null }
  /// Bytes, or no value.
  public init(_ data: Data?) { self = data.map(Self.bytes) ?? .null }
}

extension PostgresValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByFloatLiteral, ExpressibleByNilLiteral
{
  /// A `bigint`.
  public init(integerLiteral value: Int64) { self = .int(value) }
  /// A `text`.
  public init(stringLiteral value: String) { self = .text(value) }
  /// A `boolean`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A `double precision`.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// No value.
  public init(nilLiteral: ()) { self = .null }
}
