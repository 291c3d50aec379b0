import ErrandsLoading
import Foundation
import GalleryJobs

/// What `POST /api/purge` asks for: `{"image":"/image/…"}`, a picture as this server shows it, `{"url":"https://…"}`, as its own
/// has it, `{"host":"images.example"}` or `{"all":true}`.
struct PurgeOrder: Equatable {
  let part: CachePart

  /// - Throws: A problem with status 400 for what is no JSON, 403 for an image that this server did not show, and 422 for
  ///   something else that cannot be purged.
  init(json: Data, signer: ImageSigner) throws(Problem) {
    _ = try json.parsed(orSend: #"{"image":"/image/…"}"#)
    if let wanted = try? JSONDecoder().decode([String: Bool].self, from: json), wanted == ["all": true] {
      part = .all
      return
    }
    let texts = (try? JSONDecoder().decode([String: String].self, from: json)) ?? [:]
    switch (texts["image"], texts["url"], texts["host"], texts.count) {
    case (let image?, _, _, 1):
      part = .address(signer.own.lasting(try signer.named(signer.url(behind: image))))
    case (_, let address?, _, 1):
      part = .address(signer.own.lasting(try signer.fetched(address)))
    // Without a port: what is kept of a host is so whatever the port is.
    case (_, _, let host?, 1)
    where host.wholeMatch(of: /[\p{L}\p{N}.\-_]{1,255}|[0-9A-Fa-f.]*:[0-9A-Fa-f.]*:[0-9A-Fa-f.:]{0,40}/)
      != nil:
      part = .host(host)
    default:
      throw .wrong(
        #"Name one thing to purge; send {"image":"/image/…"}, {"url":"https://…"}, {"host":"images.example"} or {"all":true}."#
      )
    }
  }
}
