extension Group {
  /// The group as one piece of work that succeeds with every member's value, in the order of entering, and
  /// fails fast.
  ///
  /// Where a member fails, or is cancelled, the whole group is cancelled; when the others have settled too,
  /// the errand fails with the error that came first. Nothing of the work goes on behind the back of a
  /// handler that has been told of the failure. Its progress is that of the group. Cancelling its run cancels
  /// the group.
  ///
  /// - Parameter name: What the errand is called in the trace; by default its source line.
  public func all(
    _ name: String? = nil,
    fileID: String = #fileID,
    line: UInt = #line
  ) -> Errand<[Value]> {
    .fromCallback(name, fileID: fileID, line: line) { callback in
      let reporter = GroupReporter(
        read: { self.progress },
        pass: { callback.report($0) }
      )
      let look: @Sendable () -> Void = {
        if self.firstFailure != nil { self.cancel() }
        reporter.report()
      }
      callback.onCancel { self.cancel() }
      let number = self.whenEmpty(following: look) { outcomes in
        let settled = Int64(outcomes.count)
        callback.report(completed: settled, total: settled)
        callback(Result { try self.values(of: outcomes) })
      }
      self.lendPriority(of: callback, as: number)
      // What happened before the errand followed; no effect where it has settled.
      look()
    }
  }

  private func values(of outcomes: [Outcome]) throws -> [Value] {
    do { return try outcomes.map { try $0.get() } } catch { throw firstFailure ?? error }
  }
}

/// Passes on how far a group has come, by one thread at a time.
///
/// Members settle on many threads. If each reported what it saw, an older count could arrive after a newer
/// one, with a total that is smaller than what has entered since. So a thread that comes while another is
/// reporting leaves it to that thread to look again.
final class GroupReporter: Sendable {
  private let turn = Lock(Turn())
  private let read: @Sendable () -> RunProgress
  private let pass: @Sendable (RunProgress) -> Void

  /// - Parameters:
  ///   - read: How far the group has come by now.
  ///   - pass: Is given that, by one thread at a time.
  init(read: @escaping @Sendable () -> RunProgress, pass: @escaping @Sendable (RunProgress) -> Void) {
    self.read = read
    self.pass = pass
  }

  func report() {
    guard turn.withLock({ $0.begin() }) else { return }
    repeat { pass(read()) } while turn.withLock { $0.goOn() }
  }
}
