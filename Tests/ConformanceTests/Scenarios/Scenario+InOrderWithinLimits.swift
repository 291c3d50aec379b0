import Errands
import ErrandsTesting

extension Scenario {
  /// Law 6, of queues whose work comes through the style under test.
  static let inOrderWithinLimits: [Scenario] = [
    shift("First come, first served", of: 5) { shift in
      for _ in shift.works { shift.add() }
      try await shift.succeeds(inOrder: [0, 1, 2, 3, 4])
    },
    shift("Higher priority first, and first come first served among equals", of: 6) { shift in
      for priority: WorkPriority in [.low, .normal, .veryHigh, .normal, .veryLow, .high] {
        shift.add(priority: priority)
      }
      try await shift.succeeds(inOrder: [2, 5, 1, 3, 0, 4])
    },
    shift("A priority may change while the work waits", of: 4) { shift in
      let works = shift.works.map { _ in shift.add() }
      works[3].priority = .high
      works[0].priority = .low
      try await shift.succeeds(inOrder: [3, 1, 2, 0])
    },
    shift("Never more at a time than the limit", of: 5, limit: 2) { shift in
      for _ in shift.works { shift.add() }
      shift.queue.isSuspended = false
      for number in 0..<3 {
        for next in [number, number + 1] {
          try await patiently("work \(next)") { try await shift.works[next].hasStarted() }
        }
        try requireEqual("started", shift.started, Array(0...number + 1))
        shift.works[number].succeed()
      }
      try await patiently("the last work") { try await shift.works[4].hasStarted() }
    },
    shift("A place is free again after a failure, a drop and a cancellation", of: 4) { shift in
      let works = shift.works.map { _ in shift.add() }
      let ends: [@Sendable () -> Void] = [
        { shift.works[0].fail() }, { shift.works[1].abandon() }, { works[2].cancel() },
      ]
      shift.queue.isSuspended = false
      for (number, end) in ends.enumerated() {
        try await patiently("work \(number)") { try await shift.works[number].hasStarted() }
        end()
      }
      try await patiently("the last work") { try await shift.works[3].hasStarted() }
    },
    shift("A dependent starts after all its dependencies", of: 3) { shift in
      let first = shift.add(priority: .low)
      let second = shift.add(priority: .low)
      shift.add(priority: .high, after: [first, second])
      try await shift.succeeds(inOrder: [0, 1, 2])
    },
    shift("A dependent fails with the error of its dependency, and never starts", of: 3) { shift in
      let first = shift.add()
      let second = shift.add(after: [first])
      shift.add(after: [second])
      shift.queue.isSuspended = false
      try await patiently("the first work") { try await shift.works[0].hasStarted() }
      shift.works[0].fail()
      for number in 0..<3 {
        try requireEqual("the end of \(number)", try await shift.outcome(of: number), "x")
      }
      try requireEqual("started", shift.started, [0])
    },
    shift("A dependent of cancelled work is cancelled, and never starts", of: 3) { shift in
      let first = shift.add()
      shift.add(after: [first])
      shift.add()
      first.cancel()
      for number in 0..<2 {
        try requireEqual("the end of \(number)", try await shift.outcome(of: number), "c")
      }
      try await shift.succeeds(inOrder: [2])
    },
    Scenario(.inOrderWithinLimits, "Work that is cancelled while it waits never starts") { style in
      try await waiting(style).play("?-c", owner: "-c", work: "-")
    },
    Scenario(.inOrderWithinLimits, "Nor does it when its scope ends") { style in
      try await waiting(style).play("?-s-o", owner: "-c-", work: "--o")
    },
    Scenario(.inOrderWithinLimits, "Nor when its owner goes") { style in
      try await waiting(style).play("?-o", owner: "-", work: "-o")
    },
    Scenario(.inOrderWithinLimits, "The limit holds while works come and go on two threads") { style in
      try await Rush(style, limit: 3).run()
    },
  ]

  private static func shift(
    _ sentence: String,
    of count: Int,
    limit: Int = 1,
    _ body: @escaping @Sendable (Shift) async throws -> Void
  ) -> Scenario {
    Scenario(.inOrderWithinLimits, sentence) { style in
      let shift = Shift(style, of: count, limit: limit)
      try await body(shift)
      try await shift.end()
    }
  }

  /// An owner who asks in the style under test for work in a queue that is suspended.
  private static func waiting(_ style: any StyleUnderTest) -> Scene {
    let queue = WorkQueue(limit: 1)
    queue.isSuspended = true
    return Scene(style) { errand, _ in errand.on(queue) }
  }
}
