/// Something about the hits of a search that is not as it should be, and has been seen in real answers.
enum GIFFlaw: String, Sendable, CaseIterable {
  /// The downsized renditions are there, with `url` empty and every number `"0"` (Giphy/GiphyAPI#213).
  case emptyRendition = "empty-rendition"
  /// Of the renditions there is only the original (Giphy/GiphyAPI#231).
  case missingRendition = "missing-rendition"
  /// There are no `images`.
  case missingImages = "missing-images"
  /// The file is twice as large in every respect as its rendition says (Giphy/GiphyAPI#181).
  case wrongSize = "wrong-size"
  /// Without title, rating, user and dates, as old answers were.
  case bareHit = "bare-hit"
}
