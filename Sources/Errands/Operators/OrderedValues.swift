/// Values that come in any order, kept in the order of their indices: those before which none is missing in
/// an array, which is the result when all have come, and those that came ahead of others beside it.
@usableFromInline
struct OrderedValues<Value: Sendable>: Sendable {
  @usableFromInline private(set) var values: [Value] = []
  @usableFromInline var ahead: [Int: Value] = [:]

  @inlinable
  init() {}

  @inlinable
  mutating func put(_ value: Value, at index: Int) {
    guard index == values.count else {
      ahead[index] = value
      return
    }
    values.append(value)
    guard !ahead.isEmpty else { return }
    while let next = ahead.removeValue(forKey: values.count) { values.append(next) }
  }
}
