import Errands

/// What an errand keeps of a publisher's values, as a value: no lock, no side effect.
struct CollectionState<Input: Sendable>: Sendable {
  enum Taking: Sendable { case first, last, all }

  private let taking: Taking
  private var inputs: [Input] = []

  init(_ taking: Taking) {
    self.taking = taking
  }

  /// How many it has got by now, and whether that is enough.
  mutating func take(_ input: Input) -> (count: Int, isEnough: Bool) {
    if taking == .last { inputs.removeAll(keepingCapacity: true) }
    inputs.append(input)
    return (inputs.count, taking == .first)
  }

  /// Hands over what it has got, once.
  mutating func takeAll() -> [Input] {
    defer { inputs = [] }
    return inputs
  }
}
