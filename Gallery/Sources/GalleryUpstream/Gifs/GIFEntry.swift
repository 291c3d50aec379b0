import GalleryConnections

/// Writes the hits of a search as Giphy does. All addresses lead to the upstream itself: an invented id on the real
/// host would show another GIF.
struct GIFEntry: Sendable {
  /// Where the embedded upstream is reached, without a slash at its end.
  let base: String
  /// The tail that ties an address to the search it came from.
  let responseID: String
  var flaw: GIFFlaw?
  /// What is to go wrong with the files.
  var fault: UpstreamFault?

  func json(_ gif: CatalogueGIF) -> OrderedJSON {
    let isBare = flaw == .bareHit
    let page = "\(base)/gifs/\(gif.slug)"
    let short = "\(base)/g/\(gif.id)"
    return .object([
      ("type", .text("gif")),
      ("id", .text(gif.id)),
      ("url", .text(page)),
      ("slug", .text(gif.slug)),
      ("bitly_gif_url", .text(short)),
      ("bitly_url", .text(short)),
      ("embed_url", .text("\(base)/embed/\(gif.id)")),
      ("username", .text(gif.username)),
      ("source", .text("")),
      ("title", isBare ? nil : .text(gif.title)),
      ("rating", isBare ? nil : .text(gif.rating.rawValue)),
      ("content_url", .text("")),
      ("source_tld", .text("")),
      ("source_post_url", .text("")),
      ("is_sticker", .number(0)),
      ("import_datetime", isBare ? nil : .text(gif.imported)),
      ("trending_datetime", isBare ? nil : .text(gif.trending)),
      ("images", flaw == .missingImages ? nil : images(gif)),
      ("user", isBare || gif.username.isEmpty ? nil : user(gif.username)),
    ])
  }

  private func user(_ name: String) -> OrderedJSON {
    .object([
      ("avatar_url", .text("")),
      ("banner_image", .text("")),
      ("banner_url", .text("")),
      ("profile_url", .text("\(base)/\(name)/")),
      ("username", .text(name)),
      ("display_name", .text(name)),
      ("description", .text("")),
      ("instagram_url", .text("")),
      ("website_url", .text("")),
      ("is_verified", .flag(name.count > 7)),
    ])
  }

  private func images(_ gif: CatalogueGIF) -> OrderedJSON {
    let names = flaw == .missingRendition ? Self.renditions.prefix(1) : Self.renditions[...]
    return .object(names.map { name, file in (name, rendition(name, GIFRendition(gif: gif, file: file))) })
  }

  private func rendition(_ name: String, _ rendition: GIFRendition) -> OrderedJSON {
    if flaw == .emptyRendition, name.hasPrefix("downsized") {
      let nothing = OrderedJSON.text("0")
      return .object([("height", nothing), ("width", nothing), ("size", nothing), ("url", .text(""))])
    }
    let part = flaw == .wrongSize ? 2 : 1
    let number = { (number: Int) in OrderedJSON.text(String(number / part)) }
    let isOriginal = name == "original"
    return .object([
      ("height", number(rendition.size.height)),
      ("width", number(rendition.size.width)),
      ("size", number(rendition.byteCount)),
      ("url", .text(address(rendition))),
      ("frames", isOriginal ? .text(String(rendition.frameCount)) : nil),
      ("hash", isOriginal ? .text(rendition.gif.hash) : nil),
    ])
  }

  private func address(_ rendition: GIFRendition) -> String {
    let route = GIFFileRoute(id: rendition.gif.id, file: rendition.file, fault: fault)
    return base + route.path(of: rendition.gif) + "?" + route.query(responseID: responseID)
  }

  /// The originals are small, so all that is downsized is the original, as with Giphy's own small ones.
  private static let renditions: [(name: String, file: GIFFile)] = [
    ("original", .original),
    ("downsized", .original),
    ("downsized_large", .original),
    ("downsized_medium", .original),
    ("downsized_still", .originalStill),
    ("fixed_height", .height200),
    ("fixed_height_downsampled", .height200Downsampled),
    ("fixed_height_small", .height100),
    ("fixed_height_small_still", .height100Still),
    ("fixed_height_still", .height200Still),
    ("fixed_width", .width200),
    ("fixed_width_downsampled", .width200Downsampled),
    ("fixed_width_small", .width100),
    ("fixed_width_small_still", .width100Still),
    ("fixed_width_still", .width200Still),
    ("original_still", .originalStill),
    ("preview_gif", .preview),
  ]
}
