extension Errand {
  /// The same work, whose runs also report to this reporter: that of the errand it is part of, say, where a
  /// style in between has no place for progress.
  public func reporting(to progress: ProgressReporter) -> Errand {
    let deferred = Work<Value>.deferred { [work] run in
      run.passOnProgress { progress(completed: $0.completed, total: $0.total) }
      run.start(work)
    }
    return Errand(label: label, work: deferred)
  }
}
