extension Errand {
  /// Starts the work and tells the delegate, where `delivery` says, for as long as the delegate lives.
  @discardableResult
  public func run(
    delegate: some RunDelegate<Value>,
    in scope: Scope? = nil,
    on delivery: Delivery
  ) -> Run<Value> {
    begin(in: scope) { run in
      run.follow(for: delegate, on: delivery) { delegate, event in
        switch event {
        case .progress(let progress): delegate.run(run, didReport: progress)
        case .settled(let outcome): delegate.run(run, didSettle: outcome)
        }
      }
    }
  }

  /// Starts the work and has the delegate perform every event, where `delivery` says, for as long as the
  /// delegate lives.
  @discardableResult
  public func run(
    actions delegate: some RunActionDelegate<Value>,
    in scope: Scope? = nil,
    on delivery: Delivery
  ) -> Run<Value> {
    begin(in: scope) { run in
      run.follow(for: delegate, on: delivery) { $0.perform($1) }
    }
  }
}

extension Run {
  /// Calls the handler with every event while its owner lives.
  fileprivate func follow<Owner: AnyObject & Sendable>(
    for owner: Owner,
    on delivery: Delivery,
    _ handler: @escaping @Sendable (Owner, RunEvent<Value>) -> Void
  ) {
    onProgress(on: delivery) { [weak owner] progress in
      if let owner { handler(owner, .progress(progress)) }
    }
    whenSettled(for: owner, on: delivery) { handler($0, .settled($1)) }
  }
}
