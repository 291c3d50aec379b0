/// Header fields in the order in which they were given. Names are compared without regard to case
/// (RFC 9110, section 5.1).
public struct HTTPFields: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  public struct Field: Sendable, Hashable {
    public let name: String
    public let value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  public private(set) var all: [Field]

  public init(_ fields: [Field] = []) {
    all = fields
  }

  public init(dictionaryLiteral elements: (String, String)...) {
    all = elements.map { Field($0, $1) }
  }

  /// The first value under a name. Setting replaces all of them; nil removes them.
  public subscript(name: String) -> String? {
    get { all.first { $0.name.isSameField(as: name) }?.value }
    set {
      all.removeAll { $0.name.isSameField(as: name) }
      if let newValue { all.append(Field(name, newValue)) }
    }
  }

  /// All values under a name, in order.
  public func values(of name: String) -> [String] {
    all.compactMap { $0.name.isSameField(as: name) ? $0.value : nil }
  }

  public mutating func append(_ name: String, _ value: String) {
    all.append(Field(name, value))
  }
}

extension String {
  fileprivate func isSameField(as other: String) -> Bool {
    utf8.count == other.utf8.count
      && zip(utf8, other.utf8).allSatisfy { Self.lowercased($0) == Self.lowercased($1) }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
