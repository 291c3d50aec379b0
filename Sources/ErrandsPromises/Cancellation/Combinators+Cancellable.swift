import ErrandsEager

/// Begins a chain that is cancelled as a whole: `body` is called at once, and what it throws breaks the promise.
public func firstly<V: CancellableThenable>(execute body: () throws -> V) -> CancellablePromise<V.U.T> {
  do {
    let first = try body()
    return (first as? CancellablePromise<V.U.T>) ?? whole(Promise(first.thenable), of: [first])
  } catch {
    return CancellablePromise(error: error)
  }
}

/// Begins a chain that is cancelled as a whole with a promise that says nothing of it.
public func cancellableFirstly<V: Thenable>(execute body: () throws -> V) -> CancellablePromise<V.T> {
  firstly(execute: body).cancellize()
}

/// Waits until all of them are fulfilled, and gives their values in the order of the promises. Where one is rejected,
/// so is the whole, and the others go on; cancelling the whole cancels the chains of all.
public func when<V: CancellableThenable>(fulfilled thenables: [V]) -> CancellablePromise<[V.U.T]> {
  whole(when(fulfilled: thenables.map(\.thenable)), of: thenables)
}

/// Waits until all of them are fulfilled.
public func when<V: CancellableThenable>(fulfilled thenables: V...) -> CancellablePromise<[V.U.T]> {
  when(fulfilled: thenables)
}

/// Waits until all of them are fulfilled.
public func when<V: CancellableThenable>(fulfilled thenables: [V]) -> CancellablePromise<Void>
where V.U.T == Void {
  whole(when(fulfilled: thenables.map(\.thenable)), of: thenables)
}

/// Waits until all of them are fulfilled.
public func when<V: CancellableThenable>(fulfilled thenables: V...) -> CancellablePromise<Void>
where V.U.T == Void {
  when(fulfilled: thenables)
}

/// Waits until all of them, whatever their types, are fulfilled. (Version 7 found no way to call it `when`.)
///
/// ```swift
/// cancellableWhen(fulfilled: user, cover).done { self.greet($0, with: $1) }.cauterize()
/// ```
public func cancellableWhen<
  First: CancellableThenable,
  Second: CancellableThenable,
  each More: CancellableThenable
>(
  fulfilled first: First,
  _ second: Second,
  _ more: repeat each More
) -> CancellablePromise<(First.U.T, Second.U.T, repeat (each More).U.T)> {
  let all = when(fulfilled: first.thenable, second.thenable, repeat (each more).thenable)
  let cancellable = CancellablePromise(all)
  cancellable.appendCancelContext(from: first)
  cancellable.appendCancelContext(from: second)
  repeat cancellable.appendCancelContext(from: each more)
  return cancellable
}

/// Waits until all of them have ended, and gives their results in the order of the promises.
public func when<T>(resolved promises: [CancellablePromise<T>]) -> CancellablePromise<[Result<T>]> {
  whole(Promise(when(resolved: promises.map(\.promise))), of: promises)
}

/// Waits until all of them have ended, and gives their results in the order of the promises.
public func when<T>(resolved promises: CancellablePromise<T>...) -> CancellablePromise<[Result<T>]> {
  when(resolved: promises)
}

/// Ends as the first of them that ends. Where that was rejected, the chains of the others are cancelled; of nothing,
/// the race is rejected with ``PMKError/badInput``.
///
/// ```swift
/// let download = charts.newest().asVoid().cancellize()
/// race(download, timeout(seconds: 5).cancellize()).done { self.show("here") }.catch { self.report($0) }
/// ```
public func race<V: CancellableThenable>(_ thenables: [V]) -> CancellablePromise<V.U.T> {
  let winner = whole(race(thenables.map(\.thenable)), of: thenables)
  winner.promise.whenEnding { error in
    guard let error, !(error is Abandonment) else { return }
    for thenable in thenables where !thenable.cancelAttempted { thenable.cancel() }
  }
  return winner
}

/// Ends as the first of them that ends; see `race(_:)`.
public func race<V: CancellableThenable>(_ thenables: V...) -> CancellablePromise<V.U.T> {
  race(thenables)
}

/// Runs the thread's run loop until the promise has ended; see `hang(_:)`.
public func hang<T>(_ promise: CancellablePromise<T>) throws -> T {
  try hang(promise.promise)
}

/// A chain of its own, whose end is that of all the others.
private func whole<T, V: CancellableThenable>(_ promise: Promise<T>, of thenables: [V]) -> CancellablePromise<
  T
> {
  let whole = CancellablePromise(promise)
  for thenable in thenables { whole.appendCancelContext(from: thenable) }
  return whole
}
