import CVipsShim
import Errands

/// The way to stop a piece of work from outside, while it computes.
final class Interruption: Sendable {
  private struct State {
    var isInterrupted = false
    var image: VipsImage?
  }

  private let state = Lock(State())

  /// Computes something from `image`, which is killed if the interruption comes meanwhile.
  ///
  /// - Throws: `CancellationError` if the interruption came before, during or right after `body`, whatever
  ///   the killed call itself reported.
  func whileWatching<Result>(
    _ image: VipsImage,
    _ body: (VipsImage) throws -> Result
  ) throws -> Result {
    try state.withLock { state in
      if state.isInterrupted { throw CancellationError() }
      state.image = image
    }
    let result = Swift.Result { try body(image) }
    try state.withLock { state in
      state.image = nil
      if state.isInterrupted { throw CancellationError() }
    }
    return try result.get()
  }

  /// Throws `CancellationError` if the work is no longer wanted.
  func check() throws {
    if state.withLock({ $0.isInterrupted }) { throw CancellationError() }
  }

  /// Stops the computation that is watched now, and every later one before it begins.
  func interrupt() {
    state.withLock { state in
      state.isInterrupted = true
      state.image?.use(errands_vips_kill)
    }
  }
}
