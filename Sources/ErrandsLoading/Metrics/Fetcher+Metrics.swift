import Errands

extension Fetcher {
  /// What measures this run of a load, and tells at its end; nil where nobody asks.
  func recorder<Value>(of request: FetchRequest, for run: Run<Value>) -> LoadRecorder? {
    guard let tell = configuration.metrics else { return nil }
    let recorder = LoadRecorder(configuration.clock, for: run.id)
    run.whenSettled(on: .immediate) { tell(request, recorder.metrics(TraceEvent.Ending($0))) }
    return recorder
  }

  /// A load that is told to ``Configuration/metrics``, made with what measures it. Where nobody asks, that is all there is to it.
  func measured<Value: Sendable>(
    _ request: FetchRequest,
    _ make: @escaping @Sendable (LoadRecorder?) -> Errand<Value>
  ) -> Errand<Value> {
    if configuration.metrics == nil { return make(nil) }
    return .within(name(of: request)) { run in make(recorder(of: request, for: run)) }
  }
}
