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
/// may have a password in it. How a recipe is written is remembered, and what it was written of: a hit is to cost
/// microseconds.
final class RecipeBook: Sendable {
  private struct Entry: Sendable {
    let text: String
    /// Of all of the text: keys must not meet, where the form in a tag may.
    let digest: String
    let form: ImageTag.Form
  }

  private static let renderingField = "Errands-Rendering"
  private static let sourceKeyField = "Errands-Source-Key"
  /// Beyond that recipes are written anew. One with a picture in it, for an overlay, is as long as that.
  private static let textLimit = 1 << 20

  private struct Known: Sendable {
    var entries: [Rendering: Entry] = [:]
    var renderings: [String: Rendering] = [:]
    /// Bytes of all texts.
    var length = 0
  }

  private let known = Lock(Known())
  /// Stands for a field that is not there: the fetcher of the originals puts its own there, by which answers may vary.
  private let noAgent: String

  /// - Parameter agent: What the originals' servers are told where a request says nothing.
  init(agent: String) { noAgent = "- \(agent)" }

  func fileRequest(for request: ImageRequest, as encoding: ImageEncoding) -> FetchRequest {
    let rendering = Rendering(recipe: request.recipe, encoding: encoding)
    let entry = entry(for: rendering)
    var wanted = request.source
    wanted.key = "image \(entry.digest) \(Digest.hexadecimal(of: request.source.asking))"
    (wanted.method, wanted.body) = (.get, nil)
    wanted.fields[Self.renderingField] = entry.text
    // Or the fetcher of the files would add its own, and the source would not be the one that others ask for.
    if wanted.fields["User-Agent"] == nil { wanted.fields["User-Agent"] = noAgent }
    if let key = request.source.key {
      wanted.fields[Self.sourceKeyField] = Data(key.utf8).base64EncodedString()
    }
    return wanted
  }

  /// What a request from ``fileRequest(for:as:)`` stands for; nil for another one.
  func order(in request: FetchRequest) -> (source: FetchRequest, Rendering, ImageTag.Form)? {
    guard let text = request.fields[Self.renderingField], let rendering = rendering(writtenAs: text) else {
      return nil
    }
    var source = request
    source.key = request.fields[Self.sourceKeyField].flatMap { Data(base64Encoded: $0) }
      .map { String(decoding: $0, as: UTF8.self) }
    if source.fields["User-Agent"] == noAgent { source.fields["User-Agent"] = nil }
    for name in [Self.renderingField, Self.sourceKeyField] { source.fields[name] = nil }
    return (source.ofWhole, rendering, entry(for: rendering).form)
  }

  private func rendering(writtenAs text: String) -> Rendering? {
    if let known = known.withLock({ $0.renderings[text] }) { return known }
    return Data(base64Encoded: text).flatMap { try? ImageRecipe.read(Rendering.self, from: $0) }
  }

  private func entry(for rendering: Rendering) -> Entry {
    if let known = known.withLock({ $0.entries[rendering] }) { return known }
    let data = ImageRecipe.written(rendering)
    let written = String(decoding: data, as: UTF8.self)
    let entry = Entry(
      text: data.base64EncodedString(),
      digest: Digest.hexadecimal(of: written),
      form: ImageTag.Form(written)
    )
    known.withLock { known in
      let length = entry.text.utf8.count
      // What another thread has written meanwhile is counted once.
      guard known.entries[rendering] == nil, length <= Self.textLimit else { return }
      if known.length + length > Self.textLimit { known = Known() }
      known.length += length
      known.entries[rendering] = entry
      known.renderings[entry.text] = rendering
    }
    return entry
  }
}

extension FetchRequest {
  /// All that its answer may depend on, though its server does not say so: a caller that joins a load must be given what it
  /// would have got himself. What asks for a part, or for a newer state, is no part of it.
  fileprivate var asking: String {
    fields.all.reduce(into: identity) { text, field in
      if Self.asksForState(field.name) { return }
      text += "\n\(field.name): \(field.value)"
    }
  }
}
