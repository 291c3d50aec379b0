import Dispatch
import GalleryJobs

/// Writes lines on a thread of its own, so that no other thread waits for the reader.
///
/// A pipe that was not read, or a terminal held up with Control-S, once held up the event loops of the server, and so
/// all its clients. Now what is written waits here, up to a limit. What is beyond that is left out, and its
/// number is said when the reader goes on.
final class LineWriter: Sendable {
  private struct State {
    var waiting = ""
    /// Lines that are left out after those.
    var omitted = 0
    /// Whether they will be written, if only behind a pause.
    var isWriting = false
  }

  /// How many bytes wait at most.
  static let mostWaiting = 1 << 20
  /// The first line is written at once, and what comes soon behind it together: a write for each of thousands a second
  /// would take longer than what they tell of.
  static let pause = DispatchTimeInterval.milliseconds(10)

  private let queue: DispatchQueue
  private let write: @Sendable (String) -> Void
  private let tellOmitted: @Sendable (Int) -> Void
  private let state = Lock(State())

  /// - Parameters:
  ///   - write: Writes lines, and may block.
  ///   - tellOmitted: Called with the number of lines that have been left out, on the thread that writes.
  init(
    _ name: String,
    write: @escaping @Sendable (String) -> Void,
    tellOmitted: @escaping @Sendable (Int) -> Void
  ) {
    queue = DispatchQueue(label: "gallery.\(name)")
    self.write = write
    self.tellOmitted = tellOmitted
  }

  /// Returns at once.
  ///
  /// - Parameter line: Without its end.
  func add(_ line: String) {
    let begins = state.withLock { state in
      guard state.waiting.utf8.count + line.utf8.count < Self.mostWaiting else {
        state.omitted += 1
        return false
      }
      state.waiting += line + "\n"
      defer { state.isWriting = true }
      return !state.isWriting
    }
    if begins { queue.async { self.writeOn() } }
  }

  /// Waits until all that was added before is written, or until then.
  func finish(by deadline: DispatchTime) {
    let end = DispatchGroup()
    queue.async(group: end) { self.writeWaiting() }
    _ = end.wait(timeout: deadline)
  }

  /// Writes what waits, and behind a pause what has come meanwhile.
  private func writeOn() {
    guard writeWaiting() else { return }
    queue.asyncAfter(deadline: .now() + Self.pause) { self.writeOn() }
  }

  /// False where nothing waits.
  @discardableResult
  private func writeWaiting() -> Bool {
    guard let (lines, omitted) = next() else { return false }
    write(lines)
    if omitted > 0 { tellOmitted(omitted) }
    return true
  }

  private func next() -> (lines: String, omitted: Int)? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isWriting = false
        return nil
      }
      defer { (state.waiting, state.omitted) = ("", 0) }
      return (state.waiting, state.omitted)
    }
  }
}
