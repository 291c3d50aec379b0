import ErrandsImages
import ErrandsLoading
import Foundation
import GalleryJobs
import Hummingbird

/// `GET /image/…/480x320-sepia`: a cover from an address that this server signed, fetched, scaled, filtered, and
/// encoded as the client takes it; or as it was made before.
struct CoverImageRoutes: Sendable {
  private let originals: Originals
  private let covers: Fetcher
  private let signer: ImageSigner
  private let limit: InFlightLimit

  init(originals: Originals, signer: ImageSigner, limit: InFlightLimit) {
    self.originals = originals
    covers = CoverTransport(originals: originals).fetcher
    self.signer = signer
    self.limit = limit
  }

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
      let encoding = NegotiatedFormat(request.headers).encoding
      let order = CoverOrder(originals.request(for: url), treatment, as: encoding)
      // Costs nothing that a client could be one too many for, and is there before the client can leave.
      if let kept = await covers.kept(order.request) { return content(kept).response(to: request) }
      let entry = try limit.enter()
      defer { entry.leave() }
      return content(try await cover(order, for: request)).response(to: request)
    }
  }

  /// A client that leaves ends it, where no other wants the same: the load, down to the upstream's connection, and the
  /// computation.
  private func cover(_ order: CoverOrder, for request: Request) async throws -> FetchedData {
    var wanted = order.request
    let tags = request.headers[.ifMatch] == nil ? PictureTag.all(in: request.knownTags, of: order.form) : []
    if !tags.isEmpty { wanted.fields["If-None-Match"] = tags.map(\.text).joined(separator: ", ") }
    return try await request.untilClientLeaves { [wanted] in try await covers.data(for: wanted).value() }
  }

  private func content(_ cover: FetchedData) -> ServedContent {
    ServedContent(
      bytes: cover.body,
      type: cover.head.fields["Content-Type"] ?? "",
      tag: cover.head.fields["ETag"] ?? "",
      negotiatedBy: NegotiatedFormat.field,
      isUnchanged: cover.head.status == 304
    )
  }
}
