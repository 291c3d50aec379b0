import Errands
import ErrandsBolts
import ErrandsTesting
import Testing

@Suite("The priority that who waits lends to a Bolts task", .timeLimit(.minutes(1)))
struct PriorityTests {
  private let heard = Events<WorkPriority>()
  private let callbacks = Kept<Callback<Int>>()

  private var work: Task<Int> {
    let errand = Errand<Int>.fromCallback { [heard, callbacks] callback in
      callback.onPriorityChange { heard.record($0) }
      callbacks.set(callback)
    }
    return errand.boltsTask()
  }

  enum Chain: String, CaseIterable, CustomTestStringConvertible {
    case continuations, adoption, all, any, tied

    var testDescription: String { rawValue }

    func made(of task: Task<Int>) -> Task<Void> {
      switch self {
      case .continuations: task.continueOnSuccessWith { $0 + 1 }.continueWith { _ in }.continueWith { _ in }
      case .adoption: Task(1).continueWithTask { _ in task }.continueWith { _ in }
      case .all: Task.whenAll([Task(1), task])
      case .any: Task.whenAny([TaskCompletionSource<Int>.pending, task])
      case .tied: task.tied(to: Scope.shared).continueWith { _ in }
      }
    }
  }

  @Test("goes down to the work at the beginning", arguments: Chain.allCases)
  func lent(chain: Chain) async throws {
    let task = chain.made(of: work)
    let waiting = _Concurrency.Task(priority: .high) { try await task.value }
    _ = try await heard.event(2)
    callbacks.take()?.succeed(7)
    try await waiting.value
    #expect(heard.all == [.normal, .high])
  }
}

extension TaskCompletionSource<Int> {
  private static let kept = TaskCompletionSource<Int>()

  fileprivate static var pending: Task<Int> { kept.task }
}

extension Scope {
  fileprivate static let shared = Scope()
}
