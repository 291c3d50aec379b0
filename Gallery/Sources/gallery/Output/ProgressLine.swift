import Foundation
import GalleryJobs

/// A line on the terminal that says how far a command is, drawn anew in the same place when that changes.
final class ProgressLine: Sendable {
  private struct State {
    var progress = JobProgress()
    var rate = ByteRate()
  }

  private let label: String
  private let block: ProgressBlock
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
    block = ProgressBlock(isShown: isShown, clock: clock, size: { (width(), 1) }, write: write)
  }

  func show(_ progress: JobProgress) {
    state.withLock { state in
      state.progress = progress
      if let bytes = progress.bytes { state.rate.add(bytes, at: block.elapsed()) }
    }
    block.show { [self] elapsed, columns, _ in
      state.withLock { state in
        [
          ProgressBar(label: label, width: columns)
            .text(state.progress, after: elapsed, speed: state.rate.bytesPerSecond)
        ]
      }
    }
  }

  /// Takes the line away, for good.
  func clear() { block.clear() }
}
