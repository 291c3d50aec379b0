import Dispatch
import Errands
import ErrandsBolts
import ErrandsCombine
import ErrandsOperations
import ErrandsPromises

extension JobStyle {
  /// The errand gone out through this style and come back: the same outcome, cancellation and progress, carried as
  /// code in this style would carry them. For jobs that are not written anew in each style.
  public func carry<Value: Sendable>(_ errand: Errand<Value>) -> Errand<Value> {
    switch self {
    case .async: Errand(errand.name) { progress in try await errand.value(reporting: progress) }
    case .closure:
      .fromCallback(errand.name) { callback in
        let run = errand.run(on: .immediate) { callback($0) }
        run.onProgress(on: .immediate) { callback.report($0) }
        callback.onCancel { run.cancel() }
      }
    case .delegate:
      .fromCallback(errand.name) { callback in
        let carrier = Carrier(callback)
        callback.keepAlive(carrier)
        let run = errand.run(delegate: carrier, on: .immediate)
        callback.onCancel { run.cancel() }
      }
    case .group:
      .fromCallback(errand.name) { callback in
        let group = Group<Value>(errand.name)
        let run = group.add(errand)
        run.onProgress(on: .immediate) { callback.report($0) }
        callback.onCancel { group.cancel() }
        group.notify(on: .immediate) { outcomes in for outcome in outcomes { callback(outcome) } }
      }
    case .stream:
      Errand(errand.name) { progress in
        for await event in errand.events() {
          switch event {
          case .progress(let units): progress(completed: units.completed, total: units.total)
          case .settled(let outcome): return try outcome.get()
          }
        }
        throw CancellationError()
      }
    case .promise: .fromPromise(errand.name) { errand.promise() }
    case .bolts: .fromBoltsTask(errand.name) { errand.boltsTask() }
    case .operation: .fromOperation(errand.name, in: AsyncOperationQueue()) { errand.operation() }
    case .publisher: .fromPublisher(errand.name) { progress in errand.reporting(to: progress).publisher() }
    }
  }
}

private final class Carrier<Value: Sendable>: RunDelegate {
  private let callback: Callback<Value>

  init(_ callback: Callback<Value>) {
    self.callback = callback
  }

  func run(_ run: Run<Value>, didReport progress: RunProgress) {
    callback.report(progress)
  }

  func run(_ run: Run<Value>, didSettle outcome: Swift.Result<Value, any Error>) {
    callback(outcome)
  }
}
