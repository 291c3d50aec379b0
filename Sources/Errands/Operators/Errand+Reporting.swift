extension Errand {
  /// The same work, whose runs report to somebody else, too: to the errand on whose behalf it is done, say, where a
  /// style in between has no place for progress.
  public func reporting(to progress: ProgressReporter) -> Errand {
    let deferred = Work<Value>.deferred { [work] run in
      run.onProgress(on: .immediate) { progress(completed: $0.completed, total: $0.total) }
      run.start(work)
    }
    return Errand(label: label, work: deferred)
  }
}
