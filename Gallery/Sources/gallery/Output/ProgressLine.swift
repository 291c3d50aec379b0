import Foundation
import GalleryJobs

/// A line on the terminal that says how far a command is, drawn anew in the same place when that changes.
final class ProgressLine: Sendable {
  private struct State {
    var progress = JobProgress()
    var rate = ByteRate()
    /// What stands on the terminal; nil where nothing does.
    var drawn: String?
    /// When it was drawn.
    var moment = Duration.zero
    /// Whether a task waits to draw what has come since.
    var isDue = false
    var isOver = false
  }

  /// From one drawing to the next: no reader is faster.
  private static let pace = Duration.milliseconds(100)

  private let label: String
  private let isShown: Bool
  private let elapsed: @Sendable () -> Duration
  private let pause: @Sendable (Duration) async -> Void
  private let width: @Sendable () -> Int
  private let write: @Sendable (String) -> Void
  private let state = Lock(State())

  /// - Parameters:
  ///   - width: The terminal's, in columns.
  ///   - write: Writes to the terminal.
  init<C: Clock>(
    label: String,
    isShown: Bool,
    clock: C = ContinuousClock(),
    width: @escaping @Sendable () -> Int = { Output.errorWidth },
    write: @escaping @Sendable (String) -> Void = Output.draw
  ) where C.Duration == Duration {
    self.label = label
    self.isShown = isShown
    self.width = width
    self.write = write
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    pause = { try? await clock.sleep(for: $0) }
  }

  func show(_ progress: JobProgress) {
    guard isShown else { return }
    let wait: Duration? = state.withLock { state in
      guard !state.isOver else { return nil }
      state.progress = progress
      let now = elapsed()
      if let bytes = progress.bytes { state.rate.add(bytes, at: now) }
      guard state.drawn != nil, now - state.moment < Self.pace else {
        draw(&state)
        return nil
      }
      guard !state.isDue else { return nil }
      state.isDue = true
      return Self.pace - (now - state.moment)
    }
    // What comes last is drawn too, or a load that stalls would show less than it has.
    guard let wait else { return }
    Task {
      await pause(wait)
      state.withLock { state in
        state.isDue = false
        if !state.isOver { draw(&state) }
      }
    }
  }

  /// Takes the line away, for good.
  func clear() {
    state.withLock { state in
      if state.drawn != nil, !state.isOver { write("\r\u{1B}[K") }
      state.isOver = true
    }
  }

  private func draw(_ state: inout State) {
    let now = elapsed()
    state.moment = now
    let text = ProgressBar(label: label, width: width())
      .text(state.progress, after: now, speed: state.rate.bytesPerSecond)
    guard text != state.drawn else { return }
    state.drawn = text
    write("\r\(text)\u{1B}[K")
  }
}
