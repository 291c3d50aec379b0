import Foundation

extension Progress {
  /// A progress object that follows a run, to be shown by itself or added to a parent.
  ///
  /// It is indeterminate (a total of -1) while the total is unknown. It is finished when the run has settled,
  /// however that was, so that a parent is not left waiting, and not before: a child that is full leaves its
  /// parent for good, although the work may still find more to do. It is cancelled where the run was.
  /// Cancelling it, or its parent, cancels the run.
  ///
  /// On Linux, Foundation's `Progress` has no lock and cannot be observed: read it, add it to its parent and
  /// cancel it where it is updated, and be told of changes by ``AnyRun/onProgress(on:_:)``. There its
  /// cancellation handler is called a moment later, on a queue of its own.
  ///
  /// - Parameter delivery: Where the object is updated; the main actor unless another place is named.
  public convenience init<Value: Sendable>(following run: Run<Value>, on delivery: Delivery = .mainActor) {
    self.init(parent: nil, userInfo: nil)
    totalUnitCount = -1
    isCancellable = true
    // Never removed: that would race with a cancellation on Linux. The work holds the run while it matters.
    cancellationHandler = { [weak run] in run?.cancel() }
    run.onProgress(on: delivery) { progress in self.show(progress) }
    run.whenSettled(on: delivery) { outcome in
      if case .failure(is CancellationError) = outcome, !self.isCancelled { self.cancel() }
      self.finish(after: run.progress)
    }
  }

  private func show(_ progress: RunProgress) {
    guard progress.completed != progress.total else { return }
    totalUnitCount = progress.total ?? -1
    completedUnitCount = progress.completed
  }

  /// The total first: it must not be full twice, or its parent counts it twice.
  private func finish(after last: RunProgress?) {
    let units = max(last?.total ?? last?.completed ?? 0, 1)
    totalUnitCount = units
    completedUnitCount = units
  }
}

extension Callback {
  /// Reports how far a progress object has come, its children included. Call it where the work updates the
  /// object.
  public func report(_ progress: Progress) {
    let (completed, total) = progress.units
    report(completed: completed, total: total)
  }

  /// Ties the run to a progress object that the work updates: its state is reported now, and cancelling the
  /// run cancels it.
  ///
  /// On Apple's platforms its changes are observed and reported, until the run settles. Foundation on Linux
  /// has no observation of any kind: there call ``report(_:)-(Progress)`` wherever the work updates the object.
  public func follow(_ progress: Progress) {
    onCancel { progress.cancel() }
    #if canImport(ObjectiveC)
      observe(progress)
    #endif
    report(progress)
  }
}

extension ProgressReporter {
  /// Reports how far a progress object has come, its children included. Call it where the work updates the
  /// object.
  public func callAsFunction(_ progress: Progress) {
    let (completed, total) = progress.units
    self(completed: completed, total: total)
  }
}

extension Progress {
  /// A parent counts a child's units only when the child is finished; its fraction counts them while they
  /// come.
  fileprivate var units: (completed: Int64, total: Int64?) {
    guard !isIndeterminate else { return (completedUnitCount, nil) }
    let units = (min(max(fractionCompleted, 0), 1) * Double(totalUnitCount)).rounded(.down)
    return (max(completedUnitCount, Int64(exactly: units) ?? totalUnitCount), totalUnitCount)
  }
}

#if canImport(ObjectiveC)
  extension Callback {
    private func observe(_ progress: Progress) {
      // Both: the fraction of an indeterminate progress does not change, the units of a parent seldom do.
      let tokens = [
        progress.observe(\.fractionCompleted) { [weak self] progress, _ in self?.report(progress) },
        progress.observe(\.completedUnitCount) { [weak self] progress, _ in self?.report(progress) },
      ]
      keepAlive(ProgressObservation(tokens: tokens))
    }
  }

  /// Ends with the run that keeps it alive.
  private final class ProgressObservation: @unchecked Sendable {
    // Sendable: never read; the tokens end themselves when they are freed, on any thread.
    private let tokens: [NSKeyValueObservation]

    init(tokens: [NSKeyValueObservation]) {
      self.tokens = tokens
    }
  }
#endif
