/// Cancels runs that stand behind one another in a loop.
///
/// Cancelling a deadline's run cancels the run that it watches, and so on: of 10,000 around one another each
/// was cancelled inside the one before, and the stack overflowed. ``Trampoline`` is no help: inside of a
/// handler it puts off what it is given, and those who wait would be told while the work goes on.
enum CancellationLoop {
  private static let list = ThreadLocalList<any Cancellable>()

  /// Whether this thread is inside a cancellation.
  static var isUnderWay: Bool { list.isKept }

  /// Cancels the run: now, or, inside another cancellation of this thread, right after that one. When the
  /// outermost call returns, all of them are cancelled.
  static func cancel(_ run: any Cancellable) {
    if list.add(run) { return }
    list.keep { waiting in
      run.cancel()
      while let next = waiting.pointee.popLast() { next.cancel() }
    }
  }
}
