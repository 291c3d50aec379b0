extension Errand {
  /// The same errand without its type.
  @inlinable
  var erased: AnyErrand {
    switch work {
    case .settled(let settled):
      switch settled.outcome {
      case .success: .value(settled)
      case .failure(let error): .failure(error)
      }
    case .step(let step): .step(step)
    case .function(let function):
      .root(AnyErrand.Root(label: label, isTask: function.isTask) { sink in begin(for: sink) })
    }
  }

  /// Runs the errand on behalf of another run.
  @inlinable
  func begin(for sink: Sink) {
    _ = begin(in: nil as ScopeRegistry?, parent: sink.parent) { run in
      run.places = sink.places
      run.onProgress(on: .immediate, sink.report)
      run.settlement.whenSettled { [receive = sink.receive] in receive(Signal($0)) }
      sink.begins(run)
    }
  }
}
