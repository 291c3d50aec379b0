/// The header fields of a message, in order, repeated names included (RFC 9110 section 5).
///
/// ```swift
/// let headers: HeaderFields = ["ETag": "\"a1\"", "Set-Cookie": "a=1", "Set-Cookie": "b=2"]
/// #expect(headers["etag"] == "\"a1\"")
/// #expect(headers.values(of: "Set-Cookie") == ["a=1", "b=2"])
/// ```
public struct HeaderFields: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// One field.
  public struct Field: Hashable, Sendable {
    /// The name as it was written.
    public let name: String
    /// The value, without the white space around it.
    public let value: String

    /// A field with this name and value.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The fields in order.
  public private(set) var fields: [Field] = []

  /// No fields.
  public init() {}

  /// The fields of a literal, in order; a name may be repeated.
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0.0, value: $0.1) }
  }

  /// The value of the first field with this name, in whatever case.
  public subscript(name: String) -> String? {
    fields.first { Self.isSame($0.name, name) }?.value
  }

  /// The values of all fields with this name, in whatever case.
  public func values(of name: String) -> [String] {
    fields.filter { Self.isSame($0.name, name) }.map(\.value)
  }

  /// Adds a field at the end, whether or not there is one with this name.
  public mutating func append(name: String, value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// All fields of this name as though they were one list (RFC 9110 section 5.3); `nil` where there is none.
  func combined(_ name: String) -> String? {
    let values = values(of: name)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// Whether the comma-separated list in the fields of this name holds `token`, in whatever case.
  func lists(_ token: String, in name: String) -> Bool {
    values(of: name).contains { value in
      value.split(separator: ",").contains { member in
        Self.isSame(member.drop { $0 == " " }.prefix { $0 != " " }, token)
      }
    }
  }

  private static func isSame(_ one: some StringProtocol, _ other: String) -> Bool {
    one.utf8.count == other.utf8.count && one.lowercased() == other.lowercased()
  }
}
