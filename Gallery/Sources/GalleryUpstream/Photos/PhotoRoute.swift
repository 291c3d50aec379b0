import ErrandsImages
import GalleryConnections

/// What a request for a photo asks for: `/photos/{number}.{jpg|png|webp}?width=&height=&fault=`.
struct PhotoRoute: Sendable, Hashable {
  private static let numbers = 0...999_999_999
  private static let formats = [ImageFormat.jpeg, .png, .webp]

  let number: Int
  let format: ImageFormat
  let width: Int?
  let height: Int?
  /// What is to go wrong with this photo alone, so that a batch can have some of each.
  let fault: UpstreamFault?

  /// - Returns: `nil` for a path of another shape. Numbers have one spelling, without zeros before them.
  /// - Throws: ``QueryMistake`` where the query asks for what cannot be had.
  init?(path: String, query: String?) throws(QueryMistake) {
    guard let format = Self.formats.first(where: { path.hasSuffix(".\($0.fileExtension)") }),
      let number = path.number(between: "/photos/", and: ".\(format.fileExtension)", within: Self.numbers)
    else { return nil }
    let parameters = QueryParameters(query)
    (self.number, self.format) = (number, format)
    width = try parameters.number("width", within: UpstreamPhoto.sides)
    height = try parameters.number("height", within: UpstreamPhoto.sides)
    fault = try parameters.fault()
  }
}
