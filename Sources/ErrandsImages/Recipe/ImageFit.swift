/// How a picture is fitted into a size of another shape: the words and meanings of `object-fit` in CSS (CSS
/// Images Module Level 3, section 5.5). Each of them enlarges a picture that is too small.
public enum ImageFit: String, Sendable, Hashable, Codable, CaseIterable {
  /// Exactly the size; what is too long on one side is cut at both ends.
  case cover
  /// As large as fits into the size, and whole; one side may come out shorter.
  case contain
  /// Exactly the size; the shape is lost.
  case fill
}
