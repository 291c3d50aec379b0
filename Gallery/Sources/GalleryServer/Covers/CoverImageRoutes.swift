import ErrandsImages
import ErrandsLoading
import Foundation
import GalleryJobs
import Hummingbird

/// `GET /image/…/480x320-sepia`: a cover from an address that this server signed, fetched, scaled, filtered, and
/// encoded as the client takes it.
struct CoverImageRoutes: Sendable {
  let source: CoverSource
  let signer: ImageSigner
  let limit: InFlightLimit

  func add(to router: some RouterMethods<BasicRequestContext>) {
    router.get("/image/:signature/:address/:treatment") { request, context in
      let signature = try context.parameters.require("signature")
      let text = try context.parameters.require("treatment")
      let address = try context.parameters.require("address")
      guard let url = signer.url(address: address, treatment: text, signature: signature),
        let treatment = CoverTreatment(text)
      else {
        throw Problem(status: .forbidden, detail: "This cover's address is not from here; reload the page.")
      }
      let entry = try limit.enter()
      defer { entry.leave() }
      let encoding = NegotiatedFormat(request.headers).encoding
      let picture = try await request.untilClientLeaves { try await cover(at: url, treatment, as: encoding) }
      return picture.response(to: request)
    }
  }

  /// A client that leaves ends it: the load, down to the upstream's connection, and the computation.
  private func cover(
    at url: URL,
    _ treatment: CoverTreatment,
    as encoding: Picture.Encoding
  ) async throws -> ServedContent {
    var source = source
    source.size = treatment.size
    source.filter = treatment.filter
    let cover = try await source.cover(at: url).value()
    let bytes = try await cover.encoded(as: encoding)
    return ServedContent(
      bytes: bytes,
      type: encoding.format.mediaType,
      negotiatedBy: NegotiatedFormat.field
    )
  }
}
