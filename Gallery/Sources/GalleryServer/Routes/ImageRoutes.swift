import ErrandsLoading
import Foundation
import Hummingbird

/// `GET /image/…`: a picture from an address that this server signed, so that no client can have it fetch others.
struct ImageRoutes: Sendable {
  let fetcher: Fetcher
  let signer: ImageSigner

  func add(to router: some RouterMethods<BasicRequestContext>) {
    router.get("/image/:signature/:address") { request, context in
      let signature = try context.parameters.require("signature")
      let address = try context.parameters.require("address")
      guard let url = signer.url(address: address, signature: signature) else {
        throw Problem(status: .forbidden, detail: "This picture's address is not from here; reload the page.")
      }
      let picture = try await request.untilClientLeaves { try await load(url) }
      return picture.response(to: request)
    }
  }

  private func load(_ url: URL) async throws -> ServedContent {
    let fetched = try await fetcher.data(for: FetchRequest(url)).value()
    let type = (fetched.head.fields["Content-Type"] ?? "").lowercased()
    // Served from this server's own origin: a page of HTML from somewhere else would run as ours.
    guard type.hasPrefix("image/"), !type.hasPrefix("image/svg") else {
      throw Problem(
        status: .badGateway,
        detail: "\(url) is not a picture but \(type.isEmpty ? "nothing" : type)."
      )
    }
    return ServedContent(bytes: fetched.body, type: type)
  }
}
