/// What a search asks for: `/v1/gifs/search?api_key=&q=&limit=&offset=&rating=&lang=`. Other parameters are passed
/// over, as Giphy does.
struct GIFSearch: Sendable, Hashable {
  /// How many hits an answer has at most, whatever was asked for: what a beta key gets.
  static let mostHits = 50
  static let mostCharacters = 50
  static let offsets = 0...4999

  let query: String
  let limit: Int
  let offset: Int
  let rating: GIFRating
  let prefersVietnamese: Bool

  /// - Returns: `nil` for another path.
  /// - Throws: ``GIFRefusal``, for the key first of all. That an offset out of range is 400 is a guess: it is
  ///   documented that there is a greatest one, and not what becomes of a greater one.
  init?(path: String, query text: String?) throws(GIFRefusal) {
    guard path == "/v1/gifs/search" else { return nil }
    let parameters = QueryParameters(text)
    if let refusal = GIFRefusal(key: parameters["api_key"] ?? "") { throw refusal }
    query = parameters["q"] ?? ""
    guard query.count <= Self.mostCharacters else { throw .tooLong }
    limit = min(Self.mostHits, try Self.number("limit", in: parameters, 0...Int.max) ?? 25)
    offset = try Self.number("offset", in: parameters, Self.offsets) ?? 0
    rating = parameters["rating"].flatMap { GIFRating(rawValue: $0.lowercased()) } ?? .r
    prefersVietnamese = parameters["lang"] == "vi"
  }

  private static func number(
    _ name: String,
    in parameters: QueryParameters,
    _ range: ClosedRange<Int>
  ) throws(GIFRefusal) -> Int? {
    guard parameters[name]?.isEmpty == false else { return nil }
    do { return try parameters.number(name, within: range) } catch { throw .badParameter(name) }
  }
}
