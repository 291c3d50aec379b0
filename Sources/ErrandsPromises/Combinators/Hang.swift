import CoreFoundation
import ErrandsEager
import Foundation

/// Runs the thread's run loop until the promise has ended, so that what the run loop serves goes on meanwhile:
/// for command-line tools and playgrounds. Gives the promise's value, or throws its error.
///
/// - Throws: The promise's error; `AbandonedError` where nothing is left that could resolve it.
public func hang<T>(_ promise: Promise<T>) throws -> T {
  let loop = StoppableLoop()
  promise.whenDecided(as: .link) { _ in loop.stop() }
  while promise.outcome == nil { loop.run() }
  loop.isHanging = false
  return try promise.waitForOutcome().get()
}

/// The run loop of the thread that makes it.
private final class StoppableLoop: @unchecked Sendable {
  // Sendable: other threads only call the two functions which run loops have for them.
  private let loop = CFRunLoopGetCurrent()
  /// Only touched by the thread of the loop.
  var isHanging = true

  /// Runs until it is stopped, before or meanwhile.
  func run() {
    // A loop with nothing to wait for returns at once.
    let nothing = Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }
    RunLoop.current.add(nothing, forMode: .default)
    _ = RunLoop.current.run(mode: .default, before: .distantFuture)
    nothing.invalidate()
  }

  /// By a block, which waits for the loop where that does not run yet; a bare stop would be lost. The block may outlast
  /// the hanging, and then stopped the next one to run the loop.
  func stop() {
    CFRunLoopPerformBlock(loop, kCFRunLoopDefaultMode) {
      if self.isHanging { CFRunLoopStop(CFRunLoopGetCurrent()) }
    }
    CFRunLoopWakeUp(loop)
  }
}
