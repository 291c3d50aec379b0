import Dispatch

extension Errand {
  /// Starts the work as a member of a dispatch group, and calls `completion` once, where `delivery` says.
  ///
  /// The group is entered once, before the work starts, and left once: after the completion has been called,
  /// or when it is certain that it never will be, because its executor threw it away. So the group's `notify`
  /// comes after every completion, a group is never left too often, which crashes the process, and never too
  /// seldom, which hangs it.
  @discardableResult
  public func run(
    entering group: DispatchGroup,
    in scope: Scope? = nil,
    on delivery: Delivery,
    completion: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> Run<Value> {
    let membership = OnceGuard(entering: group)
    return begin(in: scope) { run in
      run.whenSettled(on: delivery, dropped: { membership() }) { outcome in
        completion(outcome)
        membership()
      }
    }
  }

  /// As ``run(entering:in:on:completion:)``, with the completion on the main actor.
  @discardableResult
  public func run(
    entering group: DispatchGroup,
    in scope: Scope? = nil,
    completion: @escaping @MainActor (Result<Value, any Error>) -> Void
  ) -> Run<Value> {
    run(entering: group, in: scope, on: .mainActor) { outcome in
      MainActor.assumeIsolated { completion(outcome) }
    }
  }

  /// As ``run(entering:in:on:completion:)``, unless `owner` is gone by then: the group is left all the same.
  @discardableResult
  public func run<Owner: AnyObject & Sendable>(
    for owner: Owner,
    entering group: DispatchGroup,
    in scope: Scope? = nil,
    on delivery: Delivery,
    completion: @escaping @Sendable (Owner, Result<Value, any Error>) -> Void
  ) -> Run<Value> {
    let membership = OnceGuard(entering: group)
    return begin(in: scope) { run in
      run.deliver(to: owner, on: delivery, dropped: { membership() }) { owner, outcome in
        completion(owner, outcome)
        membership()
      }
    }
  }

  /// As ``run(for:entering:in:on:completion:)``, with the completion on the main actor.
  @discardableResult
  public func run<Owner: AnyObject & Sendable>(
    for owner: Owner,
    entering group: DispatchGroup,
    in scope: Scope? = nil,
    completion: @escaping @MainActor (Owner, Result<Value, any Error>) -> Void
  ) -> Run<Value> {
    run(for: owner, entering: group, in: scope, on: .mainActor) { owner, outcome in
      MainActor.assumeIsolated { completion(owner, outcome) }
    }
  }

  /// Starts the work as a member of a dispatch group, which is left when the run has settled.
  @discardableResult
  public func run(entering group: DispatchGroup, in scope: Scope? = nil) -> Run<Value> {
    run(entering: group, in: scope, on: .immediate) { _ in }
  }
}

extension Errand where Value == Void {
  /// An errand that succeeds when the dispatch group is empty; at once, where it is. No thread is blocked.
  ///
  /// Cancelling its run, or a ``Errand/timeout(after:clock:error:)``, ends the wait and leaves the work of
  /// the group alone. A group that work forgets to leave is waited for until then. Dispatch takes no
  /// notification back: of a wait that has ended early, some 600 bytes stay until the group is empty, and
  /// nothing of what it was for.
  ///
  /// - Parameter queue: Where the group's notification is called; a global queue by default.
  public static func waiting(
    for group: DispatchGroup,
    on queue: DispatchQueue = .global(),
    fileID: String = #fileID,
    line: UInt = #line
  ) -> Errand {
    .fromCallback(fileID: fileID, line: line) { callback in
      // Not @Sendable by itself, the block would trap when it is written on the main actor and run elsewhere.
      group.notify(queue: queue) { @Sendable in callback.succeed(()) }
    }
  }
}

extension DispatchGroup {
  /// Blocks the calling thread until the group is empty, or the limit has passed. A limit that passes leaves
  /// the work as it is.
  ///
  /// - Parameter limit: How long to wait; zero or less to look and not wait.
  @available(
    *,
    noasync,
    message: "Blocks a thread of the cooperative pool; await Errand.waiting(for:) instead."
  )
  public func wait(timeout limit: Duration) -> DispatchTimeoutResult {
    Trampoline.handOver()
    return wait(timeout: DispatchTime.after(limit))
  }
}

extension OnceGuard {
  /// A place in a dispatch group, left once: by a call, or by the end of whatever held it.
  fileprivate convenience init(entering group: DispatchGroup) {
    group.enter()
    self.init(call: { group.leave() }, dropped: { group.leave() })
  }
}
