import Errands
import ErrandsImageLoading
import ErrandsImages
import ErrandsLoading
import Foundation
import GalleryConnections
import GalleryJobs
import HTTPTypes
import Hummingbird

/// Images as they are given to clients: in a format that the client takes, by its `Accept`.
struct ServedImages: Sendable {
  /// The smallest that is quick to write first, and last what all programs read.
  private static let written: [ImageEncoding] = [.webp(), .jpeg()]

  let loader: ImageLoader
  let own: OwnUpstream
  let timeline: Timeline

  /// What is asked for, at the address under which its answer is kept.
  func request(for url: URL, by recipe: ImageRecipe = []) -> ImageRequest {
    ImageRequest(FetchRequest.picture(own.lasting(url)), by: recipe)
  }

  /// What a recipe's file is written as for a client; for one that takes none of ours, as for one that does not say.
  func encoding(for request: Request) -> ImageEncoding {
    let formats = Self.written.map(\.format)
    let format = request.acceptedFormats.best(among: formats)
    return Self.written.first { $0.format == format } ?? .jpeg()
  }

  /// What a recipe makes of an image.
  ///
  /// - Parameter style: What carries the work; nil, the default, for the errand as it is.
  /// - Throws: What ``Problem`` knows: where the image cannot be read ``CoverError``, with its address.
  func file(for wanted: ImageRequest, as encoding: ImageEncoding, by style: JobStyle? = nil) async throws
    -> FetchedData
  {
    do {
      return try await value(of: loader.file(for: wanted, as: encoding), by: style)
    } catch let error as ImageError {
      if case .tooManyWaiting = error { throw error }
      throw CoverError.unreadable(wanted.source.url, reason: "\(error)")
    }
  }

  /// The image as its server has it.
  func original(for wanted: ImageRequest) async throws -> FetchedData {
    try await value(of: loader.originalFile(for: wanted))
  }

  /// The scope is the request's: whatever ends the request ends the work, where no other wants the same.
  private func value(of errand: Errand<FetchedData>, by style: JobStyle? = nil) async throws -> FetchedData {
    let scope = Scope()
    defer { scope.cancel() }
    let run = (style?.carry(errand) ?? errand).run(in: scope)
    timeline.note(TimelineJob(kind: .images, style: style?.rawValue), of: run.id)
    return try await run.value
  }

  /// For as long as the image's own server allows; one that says nothing gives another image another address.
  func content(_ file: FetchedData) -> ServedContent {
    let said = file.head.fields.values(of: "Cache-Control").joined(separator: ", ")
    return ServedContent(
      bytes: file.body,
      type: (file.head.fields["Content-Type"] ?? "").lowercased(),
      tag: file.head.fields["ETag"],
      caching: said.isEmpty ? unsaid(file.head) : said,
      age: file.head.fields["Age"],
      negotiatedBy: .accept,
      isUnchanged: file.head.status == 304
    )
  }

  /// Where a server says nothing in `Cache-Control`. Of what it says in `Expires` the client is to ask each time; and a 304
  /// that says nothing takes nothing back of what was said with the picture (RFC 9111, section 4.3.4).
  private func unsaid(_ head: FetchHead) -> String {
    if head.status == 304 { return "" }
    return head.fields["Expires"] == nil ? ServedContent.unchanging : "no-cache"
  }

  /// To copy a larger one takes longer than a task, and would hold up the other connections of the loop.
  private static let longestRepeated = 256 << 10

  /// The same, which the connection may give again by itself for as long as it is in memory, and the same.
  ///
  /// - Parameter kept: Where the file is kept; nil where it is not.
  func content(_ file: FetchedData, _ kept: KeptImage?) -> ServedContent {
    let content = content(file)
    guard let kept, content.bytes.count <= Self.longestRepeated else { return content }
    // Without the bytes: those are the cache's to let go of.
    Connection.current?.offer { [self, metadata = content.metadata] in
      guard let file = kept.inMemory() else { return nil }
      let again = self.content(file)
      return again.metadata == metadata ? (again.bytes, again.age) : nil
    }
    return content
  }

  /// With what the client has, so that it is not made, and not even downloaded, for one that has it.
  ///
  /// - Parameter mayBeAny: Whether it may have it in any format: what it has is then looked at only where it takes them all.
  func request(_ wanted: ImageRequest, of request: Request, mayBeAny: Bool = false) -> ImageRequest {
    guard let known = request.decidingTags else { return wanted }
    if mayBeAny {
      let accepted = request.acceptedFormats
      guard ImageFormat.allCases.allSatisfy({ accepted.weight(of: $0) > 0 }) else { return wanted }
    }
    var conditional = wanted
    conditional.source.fields["If-None-Match"] = known
    return conditional
  }
}

extension Request {
  /// The image formats that the client takes.
  var acceptedFormats: AcceptedFormats {
    let fields = headers[values: .accept]
    return AcceptedFormats(fields.isEmpty ? nil : fields.joined(separator: ","))
  }
}
