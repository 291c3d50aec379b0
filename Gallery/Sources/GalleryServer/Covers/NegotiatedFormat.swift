import ErrandsImages
import HTTPTypes

/// The format in which a picture is encoded for a client: WebP for clients that say that they take it, and JPEG, which
/// all take, for the others (RFC 9110, section 12.5.1).
struct NegotiatedFormat: Equatable {
  static let field = HTTPField.Name.accept

  let encoding: Picture.Encoding

  init(_ fields: HTTPFields) {
    let takesWebP = fields[values: Self.field].joined(separator: ",").split(separator: ",").contains {
      member in
      let parts = member.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
      guard parts.first == "image/webp" else { return false }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 }
      return weight != 0
    }
    encoding = takesWebP ? .webp() : .jpeg()
  }
}
