import ErrandsLoading
import Foundation
import Hummingbird

/// `GET /image/…`: a picture from an address that this server signed, so that no client can have it fetch others.
struct ImageRoutes: Sendable {
  /// As it is.
  private static let form = PictureTag.Form("")

  let originals: Originals
  let signer: ImageSigner

  func add(to router: some RouterMethods<BasicRequestContext>) {
    router.get("/image/:signature/:address") { request, context in
      let signature = try context.parameters.require("signature")
      let address = try context.parameters.require("address")
      guard let url = signer.url(address: address, signature: signature) else {
        throw Problem(status: .forbidden, detail: "This picture's address is not from here; reload the page.")
      }
      let wanted = originals.request(for: url)
      if let kept = await originals.kept(wanted) { return try content(kept).response(to: request) }
      let known = request.headers[.ifMatch] == nil ? request.knownTags : nil
      let tags = PictureTag.all(in: known, of: Self.form)
      let answer = try await request.untilClientLeaves { try await originals.load(wanted, unless: tags) }
      switch answer {
      case .original(let picture): return try content(picture).response(to: request)
      case .unchanged(let tag, _): return ServedContent(unchanged: tag).response(to: request)
      }
    }
  }

  private func content(_ picture: FetchedData) throws -> ServedContent {
    let type = (picture.head.fields["Content-Type"] ?? "").lowercased()
    // Served from this server's own origin: a page of HTML from somewhere else would run as ours.
    guard type.hasPrefix("image/"), !type.hasPrefix("image/svg") else {
      throw Problem(
        status: .badGateway,
        detail: "\(picture.head.url.redacted) is not a picture but \(type.isEmpty ? "nothing" : type)."
      )
    }
    return ServedContent(
      bytes: picture.body,
      type: type,
      tag: PictureTag(of: picture, in: Self.form).text
    )
  }
}
