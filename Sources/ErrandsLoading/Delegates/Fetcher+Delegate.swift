import Errands
import Foundation

extension Fetcher {
  /// Starts a load and tells the delegate each event, where `delivery` says.
  ///
  /// - Parameter scope: Ends the load when it ends. Default none.
  /// - Returns: The load, which goes on whether or not it is kept.
  @discardableResult
  public func run(
    _ request: FetchRequest,
    delegate: some FetchDelegate,
    in scope: Scope? = nil,
    on delivery: Delivery
  ) -> Run<Void> {
    follow(request, for: delegate, in: scope, on: delivery) { delegate, action in
      switch action {
      case .response(let head): delegate.fetch(request, didReceive: head)
      case .data(let chunk): delegate.fetch(request, didReceive: chunk)
      case .completion(let outcome): delegate.fetch(request, didComplete: outcome)
      }
    }
  }

  /// Starts a load and hands each event to the delegate's one method, where `delivery` says. All else is as for
  /// ``run(_:delegate:in:on:)``.
  @discardableResult
  public func run(
    _ request: FetchRequest,
    actions delegate: some FetchActionDelegate,
    in scope: Scope? = nil,
    on delivery: Delivery
  ) -> Run<Void> {
    follow(request, for: delegate, in: scope, on: delivery) { $0.perform($1) }
  }

  private func follow<Owner: AnyObject & Sendable>(
    _ request: FetchRequest,
    for owner: Owner,
    in scope: Scope?,
    on delivery: Delivery,
    _ tell: @escaping @Sendable (Owner, FetchAction) -> Void
  ) -> Run<Void> {
    let errand: Errand<Void> = load(request) { [weak owner] callback, place in
      let hand: @Sendable (FetchAction) async throws -> Void = { [weak owner] action in
        try await callback.deliver(on: delivery) { [weak owner] in
          if let owner { tell(owner, action) }
        }
        guard owner != nil else { throw CancellationError() }
      }
      let sink = FetchSink(
        mayRestart: false,
        begin: { try await hand(.response($0)) },
        unchanged: { try await hand(.response($0)) },
        take: { try await hand(.data($0)) }
      )
      _ = try await receive(request, into: sink, at: place, report: callback.report)
    }
    return errand.begin(in: scope) { run in
      run.whenSettled(for: owner, on: delivery) { tell($0, .completion($1)) }
    }
  }
}
