import Crypto
import ErrandsLoading
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// `GET /image/…`: a picture from an address that this server signed, so that nobody can have it fetch others.
struct ImageRoutes: Sendable {
  let fetcher: Fetcher
  let signer: ImageSigner

  func add(to router: Router<BasicRequestContext>) {
    router.get("/image/:signature/:address") { request, context in
      let signature = try context.parameters.require("signature")
      let address = try context.parameters.require("address")
      guard let url = signer.url(address: address, signature: signature) else {
        throw Problem(status: .forbidden, detail: "This picture's address is not from here; reload the page.")
      }
      return try await request.untilClientLeaves { try await picture(at: url, for: request) }
    }
  }

  private func picture(at url: URL, for request: Request) async throws -> Response {
    let fetched = try await fetcher.data(for: FetchRequest(url)).value()
    let type = fetched.head.fields["Content-Type"] ?? ""
    // Served from this server's own origin: a page of HTML from somewhere else would run as ours.
    guard type.hasPrefix("image/"), !type.hasPrefix("image/svg") else {
      throw Problem(status: .badGateway, detail: "\(url) is not a picture but \(type.isEmpty ? "nothing" : type).")
    }
    let tag = "\"\(SHA256.hash(data: fetched.body).prefix(16).map { String($0, radix: 16) }.joined())\""
    let headers: HTTPFields = [
      .eTag: tag, .cacheControl: "public, max-age=86400, immutable", .contentType: type,
    ]
    if request.headers[.ifNoneMatch] == tag { return Response(status: .notModified, headers: headers).closing() }
    return Response(
      status: .ok,
      headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(data: fetched.body))
    ).closing()
  }
}
