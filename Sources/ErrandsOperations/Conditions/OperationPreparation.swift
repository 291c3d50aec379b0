import Errands

/// What an operation does between its start and its work: waits until it may exclude others, then asks its conditions.
struct OperationPreparation: Sendable {
  private var excluded: Set<String> = []
  private(set) var conditions: [OperationCondition] = []

  var isEmpty: Bool { excluded.isEmpty && conditions.isEmpty }

  /// In order: two operations that exclude others in the same two categories would otherwise wait for one another.
  var categories: [String] { excluded.sorted() }

  mutating func add(category: String) { excluded.insert(category) }

  mutating func add(_ condition: OperationCondition) { conditions.append(condition) }
}

/// What has to succeed before an operation begins to work.
struct OperationCondition: Sendable {
  let name: String
  let errand: Errand<Void>
}
