extension KeyedDecodingContainer {
  /// Text that may be missing: `nil` where it is absent, `null`, empty or no text at all.
  ///
  /// One entry with `"artistName":null` must not cost the reader the other ninety-nine.
  func fact(_ key: Key) -> String? {
    guard let text = try? decode(String.self, forKey: key), !text.isEmpty else { return nil }
    return text
  }
}
