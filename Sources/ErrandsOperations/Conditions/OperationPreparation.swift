import Errands

/// What an operation does between its start and its work: waits until it may exclude others, then asks its conditions.
struct OperationPreparation: Sendable {
  private(set) var categories: [String] = []
  private(set) var conditions: [OperationCondition] = []

  var isEmpty: Bool { categories.isEmpty && conditions.isEmpty }

  /// Kept in order: two operations that exclude others in the same two categories would otherwise wait for one another.
  mutating func add(category: String) {
    guard !categories.contains(category) else { return }
    let place = categories.firstIndex { $0 > category } ?? categories.endIndex
    categories.insert(category, at: place)
  }

  mutating func add(_ condition: OperationCondition) { conditions.append(condition) }
}

/// What has to succeed before an operation begins to work.
struct OperationCondition: Sendable {
  let name: String
  let errand: Errand<Void>
}
