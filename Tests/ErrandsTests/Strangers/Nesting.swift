import ErrandsTesting
import Testing

@testable import Errands

/// The ways to put an errand into another one.
enum Nesting: String, CaseIterable, Codable, Sendable, CustomTestStringConvertible {
  case shared, all, allTuple, allSettled, race, firstSuccess
  case flatMap, recover, ensure, retry, timeout, delay
  case onQueue, queued, reporting, callback, awaiting, groupAll, sequence

  var testDescription: String { rawValue }

  /// The errand inside one more.
  func around(_ inner: Errand<Int>) -> Errand<Int> {
    switch self {
    case .shared: inner.shared()
    case .all: Errand.all([inner]).map { $0[0] }
    case .allTuple: Errand.all(inner, .success("beside")).map { $0.0 }
    case .allSettled: Errand.allSettled([inner]).map { try $0[0].get() }
    case .race: .race([inner])
    case .firstSuccess: .firstSuccess(of: [inner])
    case .flatMap: Errand.success(0).flatMap { _ in inner }
    case .recover: Errand.failure(ManualError()).recover { _ in inner }
    case .ensure: inner.ensure {}
    case .retry: inner.retry()
    case .timeout: inner.timeout(after: .seconds(3_600))
    case .delay: inner.delay(for: .zero)
    case .onQueue: inner.on(WorkQueue(limit: 1))
    case .queued: inner.queued()
    case .reporting: inner.reporting(to: ProgressReporter { _, _ in })
    case .callback: inner.calledBack()
    case .awaiting: Errand { try await inner.value() }
    case .groupAll: inner.inGroup()
    case .sequence: Errand.sequence([0], limit: 1) { _ in inner }.map { $0[0] }
    }
  }

  func nested(_ depth: Int, around first: Errand<Int>) -> Errand<Int> {
    (0..<depth).reduce(first) { errand, _ in around(errand) }
  }
}

extension Errand where Value == Int {
  /// As code with callbacks puts one load into another.
  fileprivate func calledBack() -> Errand {
    .fromCallback { callback in
      let run = self.run(on: .immediate) { callback($0) }
      callback.onCancel { run.cancel() }
    }
  }

  fileprivate func queued() -> Errand {
    .fromCallback { callback in
      let work = WorkQueue(limit: 1).add(self)
      work.run.whenSettled(on: .immediate) { callback($0) }
      callback.onCancel { work.cancel() }
    }
  }

  fileprivate func inGroup() -> Errand {
    .fromCallback { callback in
      let group = Group<Int>()
      group.add(self)
      let run = group.all().run(on: .immediate) { callback($0.map { $0[0] }) }
      callback.onCancel { run.cancel() }
    }
  }
}
