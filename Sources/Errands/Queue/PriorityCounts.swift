/// How many there are of each priority, so that one who comes or goes costs the same however many there are.
struct PriorityCounts: Sendable {
  private var counts = SIMD8<Int32>()

  var highest: WorkPriority? { WorkPriority.allCases.last { counts[$0.rawValue] > 0 } }

  mutating func add(_ priority: WorkPriority) { counts[priority.rawValue] += 1 }
  mutating func remove(_ priority: WorkPriority) { counts[priority.rawValue] -= 1 }
}
