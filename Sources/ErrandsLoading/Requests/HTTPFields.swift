/// Header fields in the order in which they were given. Names are compared without regard to case
/// (RFC 9110, section 5.1).
public struct HTTPFields: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// One field.
  public struct Field: Sendable, Hashable {
    /// The name as it was given.
    public let name: String
    /// The value as it was given.
    public let value: String

    /// A field with this name and value.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }

    /// Whether both are the same bytes: two ways to write one letter are one text in Swift, and not for a server.
    public static func == (one: Field, other: Field) -> Bool {
      one.name.utf8.elementsEqual(other.name.utf8) && one.value.utf8.elementsEqual(other.value.utf8)
    }
  }

  /// The fields in order, repeated names included.
  public private(set) var all: [Field]

  /// These fields, in this order; by default none.
  public init(_ fields: [Field] = []) {
    all = fields
  }

  /// The fields of a literal, in order; a name may be repeated.
  public init(dictionaryLiteral elements: (String, String)...) {
    all = elements.map { Field($0, $1) }
  }

  /// The first value under a name. Setting replaces all of them; nil removes them. Takes time linear in the fields.
  public subscript(name: String) -> String? {
    get { all.firstIndex { $0.name.isSameField(as: name) }.map { all[$0].value } }
    set {
      all.removeAll { $0.name.isSameField(as: name) }
      if let newValue { all.append(Field(name, newValue)) }
    }
  }

  /// All values under a name, in order.
  public func values(of name: String) -> [String] {
    all.compactMap { $0.name.isSameField(as: name) ? $0.value : nil }
  }

  /// Adds a field at the end, whether or not there is one under this name.
  public mutating func append(_ name: String, _ value: String) {
    all.append(Field(name, value))
  }
}

extension String {
  fileprivate func isSameField(as other: String) -> Bool {
    let (own, others) = (utf8, other.utf8)
    guard own.count == others.count else { return false }
    // Byte by byte in memory where the text lies in one piece there, as it does but for one of Objective-C's.
    let isSame = own.withContiguousStorageIfAvailable { own in
      others.withContiguousStorageIfAvailable { Self.areSame(own, $0) }
    }
    return (isSame ?? nil) ?? Self.areSame(own, others)
  }

  private static func areSame(_ one: some Collection<UInt8>, _ other: some Collection<UInt8>) -> Bool {
    one.elementsEqual(other) { $0 == $1 || lowercased($0) == lowercased($1) }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
