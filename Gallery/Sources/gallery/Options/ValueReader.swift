import ArgumentParser
import ErrandsLoading
import Foundation
import GalleryConnections
import GalleryJobs
import GalleryUpstream

/// Reads a value of the command line, and says what is wanted where it is another.
///
/// ArgumentParser by itself says no more of a wrong value than that it is invalid.
struct ValueReader<Value: Sendable>: Sendable {
  /// What is wanted, as it stands behind “give”.
  let wanted: String
  private let value: @Sendable (String) -> Value?

  init(_ wanted: String, _ value: @escaping @Sendable (String) -> Value?) {
    self.wanted = wanted
    self.value = value
  }

  @Sendable func read(_ text: String) throws -> Value {
    guard let value = value(text) else { throw ValidationError("give \(wanted).") }
    return value
  }
}

extension Option {
  /// An option that has a value where it is not given.
  init(wrappedValue: Value, _ reader: ValueReader<Value>, help: String, valueName: String)
  where Value: CustomStringConvertible & Sendable {
    let help = ArgumentHelp("\(help) (default: \(wrappedValue))", valueName: valueName)
    self.init(wrappedValue: wrappedValue, parsing: .unconditional, help: help, transform: reader.read)
  }

  init<Given>(
    _ reader: ValueReader<Given>,
    name: NameSpecification = .long,
    help: String,
    valueName: String
  )
  where Value == Given? {
    let help = ArgumentHelp("\(help)", valueName: valueName)
    self.init(name: name, parsing: .unconditional, help: help, transform: reader.read)
  }

  /// An option that can be given several times.
  init<Given>(wrappedValue: Value, each reader: ValueReader<Given>, help: String, valueName: String)
  where Value == [Given] {
    let help = ArgumentHelp("\(help)", valueName: valueName)
    self.init(wrappedValue: wrappedValue, help: help, transform: reader.read)
  }
}

extension ValueReader where Value == Int {
  static func from(_ least: Int) -> Self {
    Self("a whole number of \(least) or more") { Int($0).flatMap { $0 >= least ? $0 : nil } }
  }

  static func within(_ range: ClosedRange<Int>) -> Self {
    Self("a whole number from \(range.lowerBound) to \(range.upperBound)") { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  static var port: Self { within(0...65_535) }
}

extension ValueReader where Value == UInt64 {
  static var number: Self { Self("a whole number of 0 or more") { UInt64($0) } }
}

extension ValueReader where Value == Double {
  static var share: Self {
    Self("a number from 0 to 1") { Double($0).flatMap { (0...1).contains($0) ? $0 : nil } }
  }

  static var speed: Self {
    Self("a number of more than 0") { Double($0).flatMap { $0 > 0 && $0.isFinite ? $0 : nil } }
  }
}

extension ValueReader where Value == DurationArgument {
  static var duration: Self {
    Self("a length of time from 1ms to 24h, such as 500ms, 30s or 2m") { DurationArgument($0) }
  }
}

extension ValueReader where Value == ByteCountArgument {
  static var bytes: Self {
    Self("a number of bytes from 1 to 1000000GB, such as 65536, 500KB or 10MB") { ByteCountArgument($0) }
  }
}

extension ValueReader where Value == String {
  static var sha256: Self {
    Self("the 64 hexadecimal digits of a SHA-256") { FetchItem.isSHA256($0) ? $0.lowercased() : nil }
  }
}

extension ValueReader where Value == HTTPFields.Field {
  /// A header field as curl takes it (RFC 9110, section 5.1).
  static var field: Self {
    Self("a header field, such as 'Accept-Language: vi'") { text in
      guard let colon = text.firstIndex(of: ":") else { return nil }
      let name = text[..<colon]
      let value = text[text.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      guard !name.isEmpty, name.unicodeScalars.allSatisfy({ tokenCharacters.contains($0) }),
        value.unicodeScalars.allSatisfy({ $0 == "\t" || $0.properties.generalCategory != .control })
      else { return nil }
      return HTTPFields.Field(String(name), value)
    }
  }

  /// RFC 9110, section 5.6.2.
  private static var tokenCharacters: Set<Unicode.Scalar> {
    Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&'*+-.^_`|~".unicodeScalars)
  }
}

extension ValueReader where Value == IPNetwork {
  static var network: Self {
    Self("an IP address, such as 10.0.0.1 or fd00::1, or a network, such as 10.0.0.0/8") { IPNetwork($0) }
  }
}

extension ValueReader where Value == FaultArgument {
  static var fault: Self {
    let names = UpstreamFault.allCases.map(\.rawValue).joined(separator: ", ")
    return Self("NAME=P with a P from 0 to 1, where NAME is one of \(names)") { FaultArgument($0) }
  }
}
