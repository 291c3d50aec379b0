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
    let growing = GrowingImage(request.recipe, limits: configuration.limits) { news in
      switch news {
      case .preview(let picture): continuation.yield(picture)
      case .outcome(.success(let picture)):
        continuation.yield(picture)
        continuation.finish()
      case .outcome(.failure(let error)): continuation.finish(throwing: error)
      }
    }
    let run = BodyGrowth.$observer.withValue(growing.take) { picture(for: request).run() }
    continuation.onTermination = { _ in
      growing.end()
      run.cancel()
    }
    run.whenSettled(on: .immediate) { growing.end(with: $0) }
    return pictures
  }
}

/// What has come of an image, and the previews that are made of it.
final class GrowingImage: Sendable {
  /// Less than that shows nothing.
  private static let least = 4_096

  enum News: Sendable {
    case preview(Picture)
    case outcome(Run<Picture>.Outcome)
  }

  private struct State {
    var bytes = Data()
    var next = GrowingImage.least
    /// The preview that is made now.
    var run: Run<Picture?>?
    var isMaking = false
    var hasEnded = false
    /// What is to be told next: the newest preview, and behind the outcome nothing.
    var news: News?
    var turn = Turn()
  }

  private let recipe: ImageRecipe
  private let limits: ImageLimits
  private let show: @Sendable (News) -> Void
  private let state = Lock(State())

  init(_ recipe: ImageRecipe, limits: ImageLimits, show: @escaping @Sendable (News) -> Void) {
    var still = recipe
    still.isStill = true
    self.recipe = still
    self.limits = limits
    self.show = show
  }

  @Sendable func take(_ growth: BodyGrowth) {
    let beginning = state.withLock { state -> Data? in
      // The load may go on for another that wants it.
      if state.hasEnded { return nil }
      switch growth {
      case .began: (state.bytes, state.next) = (Data(), Self.least)
      case .grew(let chunk): state.bytes.append(chunk)
      }
      guard !state.isMaking, state.bytes.count >= state.next else { return nil }
      state.isMaking = true
      state.next = state.bytes.count * 3 / 2
      return state.bytes
    }
    if let beginning { make(of: beginning) }
  }

  /// Nobody wants a preview any more.
  func end() { end(telling: nil) }

  /// The picture is there, or there is none: no preview is to come behind that.
  func end(with outcome: Run<Picture>.Outcome) { end(telling: .outcome(outcome)) }

  private func end(telling news: News?) {
    let run = state.withLock { state in
      state.hasEnded = true
      state.bytes = Data()
      state.news = news
      return state.run.take()
    }
    run?.cancel()
    tell()
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
      if !state.hasEnded, case .some(.some(let picture)) = picture { state.news = .preview(picture) }
    }
    tell()
  }

  /// Tells what is new, by one thread at a time and outside the lock: a reader whose task is cancelled ends this with a
  /// lock of that task held, which is the one that is taken to wake it.
  private func tell() {
    guard state.withLock({ $0.turn.begin() }) else { return }
    repeat {
      if let news = state.withLock({ $0.news.take() }) { show(news) }
    } while state.withLock { $0.turn.goOn() }
  }
}
