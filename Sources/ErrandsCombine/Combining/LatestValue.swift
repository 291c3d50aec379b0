/// The newest value of one of the publishers that are combined. Its node's lock guards it.
final class LatestValue<Value> {
  private(set) var value: Value?

  /// The value before, to be let go of.
  func replace(with value: Value) -> Value? {
    defer { self.value = value }
    return self.value
  }
}
