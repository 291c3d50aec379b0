import ErrandsImages

/// A cover is done, in one way or the other.
public struct CoverEvent: Sendable {
  public let result: CoverResult
  /// The cover, scaled and filtered; `nil` unless it is shown.
  public let picture: Picture?
}

extension CoverEvent {
  /// Of a row that was passed so fast that it never came on screen.
  init(skipped index: Int) {
    result = CoverResult(
      index: index,
      bytes: 0,
      after: .zero,
      Result<Picture, any Error>.failure(CancellationError())
    )
    picture = nil
  }
}
