import ErrandsImageLoading
import ErrandsLoading
import Foundation
import GalleryJobs
import Hummingbird

/// `GET /image/…/480x320-sepia?style=`: a cover from an address that this server signed, fetched, scaled, filtered, and
/// encoded as the client takes it; or as it was made before. The style carries the work, and changes nothing of what is made.
struct CoverImageRoutes: Sendable {
  let images: ServedImages
  let signer: ImageSigner
  let limit: ImageLimit

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
      let style: JobStyle? = try request.uri.queryParameters.choice("style")
      let cover = images.request(for: url, by: treatment.recipe)
      let encoding = images.encoding(for: request)
      // Costs nothing that a client could be one too many for, and is there before the client can leave.
      let kept = images.loader.kept(cover, as: encoding)
      if let file = await kept.file() { return images.content(file, kept).response(to: request) }
      let entry = try limit.enter(for: "\(encoding.format) \(request.uri.path)", of: request)
      defer { entry.leave() }
      // A client that leaves ends it, where no other wants the same: the load, down to the upstream's connection, and
      // the computation.
      let wanted = images.request(cover, of: request)
      let file = try await request.untilClientLeaves {
        try await images.file(for: wanted, as: encoding, by: style)
      }
      return images.content(file).response(to: request)
    }
  }
}
