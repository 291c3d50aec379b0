import Errands
import ErrandsImages
import ErrandsLoading
import Foundation

/// What a file is made by.
struct Rendering: Sendable, Hashable, Codable {
  let recipe: ImageRecipe
  let encoding: ImageEncoding
}

/// Puts a rendering into a request, and reads it there.
///
/// The request is one for a thing of its own, beside the original at the same address: what is removed of the address
/// takes its files with it. Its key has digests of recipe and source in it, as keys are written to disk, and an address
/// may have a password in it. How a recipe is written is remembered: a hit is to cost microseconds.
final class RecipeBook: Sendable {
  private struct Entry: Sendable {
    let text: String
    /// Of all of the text: keys must not meet, where the form in a tag may.
    let digest: String
    let form: ImageTag.Form
  }

  private static let renderingField = "Errands-Rendering"
  private static let sourceKeyField = "Errands-Source-Key"
  /// Stands for a field that is not there.
  private static let noAgent = "-"
  /// More recipes than that are written anew.
  private static let entryLimit = 512

  private let entries = Lock<[Rendering: Entry]>([:])

  func fileRequest(for request: ImageRequest, as encoding: ImageEncoding) -> FetchRequest {
    let rendering = Rendering(recipe: request.recipe, encoding: encoding)
    let entry = entry(for: rendering)
    var wanted = request.source
    wanted.key = "image \(entry.digest) \(Digest.hexadecimal(of: request.source.identity))"
    wanted.fields[Self.renderingField] = entry.text
    // Or the fetcher of the files would add its own, and the source would not be the one that others ask for.
    if wanted.fields["User-Agent"] == nil { wanted.fields["User-Agent"] = Self.noAgent }
    if let key = request.source.key {
      wanted.fields[Self.sourceKeyField] = Data(key.utf8).base64EncodedString()
    }
    return wanted
  }

  /// What a request from ``fileRequest(for:as:)`` stands for; nil for another one.
  func order(in request: FetchRequest) -> (source: FetchRequest, Rendering, ImageTag.Form)? {
    guard let text = request.fields[Self.renderingField], let data = Data(base64Encoded: text),
      let rendering = try? JSONDecoder().decode(Rendering.self, from: data)
    else { return nil }
    var source = request
    source.key = request.fields[Self.sourceKeyField].flatMap { Data(base64Encoded: $0) }
      .map { String(decoding: $0, as: UTF8.self) }
    if source.fields["User-Agent"] == Self.noAgent { source.fields["User-Agent"] = nil }
    for name in [Self.renderingField, Self.sourceKeyField, "If-None-Match", "If-Modified-Since"] {
      source.fields[name] = nil
    }
    return (source, rendering, entry(for: rendering).form)
  }

  private func entry(for rendering: Rendering) -> Entry {
    if let known = entries.withLock({ $0[rendering] }) { return known }
    let data = ImageRecipe.written(rendering)
    let written = String(decoding: data, as: UTF8.self)
    let entry = Entry(
      text: data.base64EncodedString(),
      digest: Digest.hexadecimal(of: written),
      form: ImageTag.Form(written)
    )
    entries.withLock { entries in
      if entries.count >= Self.entryLimit { entries.removeAll() }
      entries[rendering] = entry
    }
    return entry
  }
}
