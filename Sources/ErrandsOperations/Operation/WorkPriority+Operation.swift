import Errands
import Foundation

extension WorkPriority {
  /// Foundation's five levels, and what lies between two of them, which counts as the lower one.
  init(_ priority: Operation.QueuePriority) {
    self =
      switch priority.rawValue {
      case Operation.QueuePriority.veryHigh.rawValue...: .veryHigh
      case Operation.QueuePriority.high.rawValue...: .high
      case Operation.QueuePriority.normal.rawValue...: .normal
      case Operation.QueuePriority.low.rawValue...: .low
      default: .veryLow
      }
  }
}

extension Operation.QueuePriority {
  init(_ priority: WorkPriority) {
    self =
      switch priority {
      case .veryHigh: .veryHigh
      case .high: .high
      case .normal: .normal
      case .low: .low
      case .veryLow: .veryLow
      }
  }
}
