/// One genre of an entry; decoding it never fails.
struct FeedGenre: Decodable {
  private enum CodingKeys: String, CodingKey {
    case genreId, name
  }

  static let catchAllName = "Music"

  let name: String?
  /// Whether this is the genre that contains all others. Its name may be localised, its number is not.
  let isCatchAll: Bool

  init(from decoder: any Decoder) throws {
    let container = try? decoder.container(keyedBy: CodingKeys.self)
    name = container?.fact(.name)
    let id = container?.fact(.genreId)
    isCatchAll = id == "34" || (id == nil && name == Self.catchAllName)
  }
}
