import ErrandsLoading
import Foundation

extension Gif: Decodable {
  private enum CodingKeys: String, CodingKey { case id, title, url, rating, images }

  /// Decodes an element of `data`. Whatever is missing or odd is `nil`, or left out: one hit without a title,
  /// or with a broken rendition, must not cost the reader the others.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let images = try? container.nestedContainer(keyedBy: RenditionName.self, forKey: .images)
    self.init(
      id: container.fact(.id) ?? "",
      title: container.fact(.title),
      url: container.fact(.url).flatMap(URL.init(giphy:)),
      rating: container.fact(.rating),
      renditions: images.map(Self.renditions) ?? []
    )
  }

  private static func renditions(in images: KeyedDecodingContainer<RenditionName>) -> [GifRendition] {
    images.allKeys.compactMap { name in
      (try? images.decode(RenditionEntry.self, forKey: name))?.rendition(name: name.stringValue)
    }
  }
}

/// Any name that a rendition may have.
private struct RenditionName: CodingKey {
  let stringValue: String
  let intValue: Int? = nil

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// One value of `images`, in which every number is a text.
private struct RenditionEntry: Decodable {
  private enum CodingKeys: String, CodingKey { case url, width, height, size }

  private let url: String?
  private let width: Int?
  private let height: Int?
  private let size: Int?

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    url = container.fact(.url)
    width = container.count(.width)
    height = container.count(.height)
    size = container.count(.size)
  }

  /// `nil` where it cannot be shown. Giphy has renditions with an empty address and `"0"` for every number.
  func rendition(name: String) -> GifRendition? {
    guard let url = url.flatMap(URL.init(giphy:)), width != 0, height != 0 else { return nil }
    return GifRendition(name: name, url: url, width: width, height: height, bytes: size == 0 ? nil : size)
  }
}

extension KeyedDecodingContainer {
  /// A number of things, be it a number or, as Giphy writes it, a text; `nil` where it is neither.
  func count(_ key: Key) -> Int? {
    let number = (try? decode(Int.self, forKey: key)) ?? fact(key).flatMap { Int($0) }
    return number.flatMap { $0 < 0 ? nil : $0 }
  }
}

extension URL {
  /// An address in Giphy's answer, secured where its host is Giphy's: answers of 2015 and 2016 begin with
  /// `http://`, and the same hosts have long been offering more. `nil` where nothing can be loaded from it.
  init?(giphy text: String) {
    guard let url = try? URL(fetching: text) else { return nil }
    let host = url.host()?.lowercased() ?? ""
    guard url.scheme?.lowercased() == "http", host == "giphy.com" || host.hasSuffix(".giphy.com"),
      url.port == nil,
      let secured = URL(string: "https" + text.dropFirst("http".count))
    else {
      self = url
      return
    }
    self = secured
  }
}
