import Errands
import ErrandsLoading
import Foundation

@testable import ErrandsImageLoading
@testable import ErrandsImages

extension ImageScene {
  /// Whether a picture is given out of memory. Nothing is made meanwhile: a small one would be there before anybody has looked.
  func keeps(_ request: ImageRequest) -> Bool {
    let release = ImagePool.shared.holdAllPlaces()
    defer { release() }
    let run = loader.picture(for: request).run()
    defer { run.cancel() }
    return run.outcome != nil
  }
}

extension ImagePool {
  /// Nothing that comes later begins until the answer is called.
  func holdAllPlaces() -> @Sendable () -> Void {
    let gate = DispatchSemaphore(value: 0)
    let runs = (0..<places).map { _ in errand("holder") { _ in gate.wait() }.run() }
    return { for _ in runs { gate.signal() } }
  }
}
