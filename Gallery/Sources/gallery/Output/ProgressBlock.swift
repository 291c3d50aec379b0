import Foundation
import GalleryJobs

/// Lines at the end of a terminal that are drawn anew in the same place when they change.
final class ProgressBlock: Sendable {
  /// What the lines are, at a time since the beginning and on a terminal of so many columns and rows.
  typealias Content = @Sendable (_ elapsed: Duration, _ columns: Int, _ rows: Int) -> [String]

  private struct State {
    var content: Content?
    /// What stands on the terminal; empty where nothing does.
    var drawn: [String] = []
    /// When it was drawn.
    var moment: Duration?
    /// Whether a task waits to draw what has come since.
    var isDue = false
    var isOver = false
  }

  /// From one drawing to the next: no reader is faster.
  private static let pace = Duration.milliseconds(100)

  private let isShown: Bool
  /// Since it was made.
  let elapsed: @Sendable () -> Duration
  private let pause: @Sendable (Duration) async -> Void
  private let size: @Sendable () -> (columns: Int, rows: Int)
  private let write: @Sendable (String) -> Void
  private let state = Lock(State())

  /// - Parameters:
  ///   - size: The terminal's.
  ///   - write: Writes to the terminal.
  init<C: Clock>(
    isShown: Bool,
    clock: C = ContinuousClock(),
    size: @escaping @Sendable () -> (columns: Int, rows: Int) = { Output.errorSize },
    write: @escaping @Sendable (String) -> Void = Output.draw
  ) where C.Duration == Duration {
    self.isShown = isShown
    self.size = size
    self.write = write
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    pause = { try? await clock.sleep(for: $0) }
  }

  /// Shows what `content` gives, now or in a moment.
  func show(_ content: @escaping Content) {
    guard isShown else { return }
    let wait: Duration? = state.withLock { state in
      guard !state.isOver else { return nil }
      state.content = content
      let now = elapsed()
      guard let moment = state.moment, now - moment < Self.pace else {
        draw(&state)
        return nil
      }
      guard !state.isDue else { return nil }
      state.isDue = true
      return Self.pace - (now - moment)
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

  /// Writes a line above them.
  func say(_ line: String) {
    state.withLock { state in
      let drawn = state.drawn
      write(Self.erasing(drawn) + line + "\n" + Self.text(drawn))
    }
  }

  /// Takes the lines away, for good.
  func clear() {
    state.withLock { state in
      if !state.isOver, !state.drawn.isEmpty { write(Self.erasing(state.drawn)) }
      (state.drawn, state.content, state.isOver) = ([], nil, true)
    }
  }

  private func draw(_ state: inout State) {
    guard let content = state.content else { return }
    let now = elapsed()
    state.moment = now
    let (columns, rows) = size()
    let lines = content(now, columns, rows)
    guard lines != state.drawn else { return }
    write(
      lines.count < state.drawn.count
        ? Self.erasing(state.drawn) + Self.text(lines) : over(state.drawn, lines)
    )
    state.drawn = lines
  }

  /// Each line is written over the one before, so that nothing flickers.
  private func over(_ drawn: [String], _ lines: [String]) -> String {
    Self.top(of: drawn) + Self.text(lines)
  }

  private static func text(_ lines: [String]) -> String {
    lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n")
  }

  /// To the beginning of the first line.
  private static func top(of drawn: [String]) -> String {
    drawn.count > 1 ? "\r\u{1B}[\(drawn.count - 1)A" : "\r"
  }

  private static func erasing(_ drawn: [String]) -> String {
    switch drawn.count {
    case 0: ""
    case 1: "\r\u{1B}[K"
    default: top(of: drawn) + "\u{1B}[J"
    }
  }
}
