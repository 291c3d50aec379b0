import Errands
import ErrandsImages
import ErrandsLoading
import Foundation

extension ImageLoader {
  /// A picture as it becomes clearer: of a JPEG in several scans what can be seen of it while it comes, each preview with
  /// more details, and at the end the picture, as ``picture(for:)`` gives it. Of everything else the picture alone.
  ///
  /// ```swift
  /// for try await picture in loader.previews(for: cover) { view.show(picture) }
  /// ```
  ///
  /// A reader that is slow is given the newest. A preview is made when there is half as much again as for the one
  /// before, and one at a time. A load that joins another one's has no previews. Leaving the loop, or cancelling its
  /// task, ends the load.
  ///
  /// Ends with what ``picture(for:)`` fails with.
  public func previews(for request: ImageRequest) -> AsyncThrowingStream<Picture, any Error> {
    let (pictures, continuation) = AsyncThrowingStream<Picture, any Error>.makeStream(
      bufferingPolicy: .bufferingNewest(1)
    )
    let growing = GrowingImage(request.recipe, limits: configuration.limits) { continuation.yield($0) }
    let run = BodyGrowth.$observer.withValue(growing.take) { picture(for: request).run() }
    continuation.onTermination = { _ in
      growing.end()
      run.cancel()
    }
    run.whenSettled(on: .immediate) { outcome in
      growing.end()
      switch outcome {
      case .success(let picture):
        continuation.yield(picture)
        continuation.finish()
      case .failure(let error): continuation.finish(throwing: error)
      }
    }
    return pictures
  }
}

/// What has come of an image, and the previews that are made of it.
final class GrowingImage: Sendable {
  /// Less than that shows nothing.
  private static let least = 4_096

  private struct State {
    var bytes = Data()
    var next = GrowingImage.least
    /// The preview that is made now.
    var run: Run<Picture?>?
    var isMaking = false
    var hasEnded = false
  }

  private let recipe: ImageRecipe
  private let limits: ImageLimits
  private let show: @Sendable (Picture) -> Void
  private let state = Lock(State())

  init(_ recipe: ImageRecipe, limits: ImageLimits, show: @escaping @Sendable (Picture) -> Void) {
    var still = recipe
    still.isStill = true
    self.recipe = still
    self.limits = limits
    self.show = show
  }

  @Sendable func take(_ growth: BodyGrowth) {
    let beginning = state.withLock { state -> Data? in
      switch growth {
      case .began: (state.bytes, state.next) = (Data(), Self.least)
      case .grew(let chunk): state.bytes.append(chunk)
      }
      guard !state.isMaking, !state.hasEnded, state.bytes.count >= state.next else { return nil }
      state.isMaking = true
      state.next = state.bytes.count * 3 / 2
      return state.bytes
    }
    if let beginning { make(of: beginning) }
  }

  /// The picture is there: no preview is to come behind it.
  func end() {
    let run = state.withLock { state in
      state.hasEnded = true
      state.bytes = Data()
      return state.run.take()
    }
    run?.cancel()
  }

  private func make(of beginning: Data) {
    let run = Picture.previewing(beginning, by: recipe, limits: limits).run()
    let isWanted = state.withLock { state in
      if !state.hasEnded { state.run = run }
      return !state.hasEnded
    }
    guard isWanted else { return run.cancel() }
    run.whenSettled(on: .immediate) { [weak self] outcome in self?.made(try? outcome.get()) }
  }

  private func made(_ picture: Picture??) {
    state.withLock { state in
      state.isMaking = false
      state.run = nil
      // Within the lock, so that none comes behind the picture itself: it only lays the preview into a stream.
      if !state.hasEnded, case .some(.some(let picture)) = picture { show(picture) }
    }
  }
}
