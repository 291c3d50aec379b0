import ErrandsImageLoading
import ErrandsImages
import ErrandsLoading
import Foundation
import Hummingbird

/// `GET /image/…`: a picture from an address that this server signed, so that no client can have it fetch others. As it
/// is, where the client takes its format, and else in one that it takes.
struct ImageRoutes: Sendable {
  let images: ServedImages
  let signer: ImageSigner
  let limit: ImageLimit

  func add(to router: some RouterMethods<BasicRequestContext>) {
    router.get("/image/:signature/:address") { request, context in
      let signature = try context.parameters.require("signature")
      let address = try context.parameters.require("address")
      guard let url = signer.url(address: address, signature: signature) else {
        throw Problem(status: .forbidden, detail: "This picture's address is not from here; reload the page.")
      }
      let wanted = images.request(for: url)
      let kept = images.loader.keptOriginal(for: wanted)
      if let file = await kept.file() { return try await answer(file, kept, to: request, wanted) }
      return try await answer(try await fetched(wanted, for: request), to: request, wanted)
    }
  }

  private func fetched(_ wanted: ImageRequest, for request: Request) async throws -> FetchedData {
    let entry = try limit.enter(for: request.uri.path, of: request)
    defer { entry.leave() }
    let known = images.request(wanted, of: request, mayBeAny: true)
    return try await request.untilClientLeaves { try await images.original(for: known) }
  }

  /// - Parameter kept: Where the file is kept, if it is.
  private func answer(
    _ file: FetchedData,
    _ kept: KeptImage? = nil,
    to request: Request,
    _ wanted: ImageRequest
  ) async throws -> Response {
    if file.head.status == 304 { return images.content(file).response(to: request) }
    try check(file)
    guard let format = ImageFormat(sniffing: file.body), request.acceptedFormats.weight(of: format) == 0,
      let accepted = request.acceptedFormats.best(among: [.webp, .gif, .png, .jpeg]),
      let encoding = ImageEncoding(accepted)
    else { return images.content(file, kept).response(to: request) }
    let entry = try limit.enter(for: "\(accepted) \(request.uri.path)", of: request)
    defer { entry.leave() }
    let known = images.request(wanted, of: request)
    let other = try await request.untilClientLeaves {
      try await images.file(for: known, as: encoding)
    }
    return images.content(other).response(to: request)
  }

  /// Served from this server's own origin: a page of HTML from somewhere else would run as ours.
  private func check(_ file: FetchedData) throws {
    let type = (file.head.fields["Content-Type"] ?? "").lowercased()
    guard type.hasPrefix("image/"), !type.hasPrefix("image/svg") else {
      throw Problem(
        status: .badGateway,
        detail: "\(file.head.url.redacted) is not a picture but \(type.isEmpty ? "nothing" : type)."
      )
    }
  }
}
