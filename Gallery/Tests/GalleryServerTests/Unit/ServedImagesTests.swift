import ErrandsImageLoading
import ErrandsLoading
import Foundation
import GalleryConnections
import GalleryJobs
import HTTPTypes
import Hummingbird
import NIOCore
import NIOEmbedded
import Testing

@testable import GalleryServer

@Suite("Pictures that are given to clients")
struct ServedImagesTests {
  /// One of megabytes would be copied on the event loop, where other connections wait.
  @Test(
    "Are offered to the connection, to be given again, unless they are long",
    arguments: [(1, true), (256 << 10, true), ((256 << 10) + 1, false), (5_000_000, false)]
  )
  func offered(_ length: Int, _ isOffered: Bool) throws {
    let url = try #require(URL(string: "http://upstream.invalid/1.jpg"))
    let loader = ImageLoader(fetcher: Fetcher(transport: URLSessionTransport()))
    let images = ServedImages(loader: loader, own: OwnUpstream(nil), timeline: Timeline())
    let head = FetchHead(url: url, status: 200, fields: ["ETag": "\"1\"", "Content-Type": "image/jpeg"])
    let file = FetchedData(head: head, body: Data(count: length))
    let connection = Connection(channel: EmbeddedChannel(), peer: nil) { _ in }
    let content = Connection.$current.withValue(connection) {
      images.content(file, loader.keptOriginal(for: ImageRequest(url)))
    }
    #expect(content.bytes.count == length)
    let offer = connection.takeOffer()
    #expect((offer != nil) == isOffered)
    let given = offer?()
    #expect(given == nil, "nothing is kept")
    #expect(connection.takeOffer() == nil, "it is there once")
  }

  /// An old picture was shown for a day, where the 304 of its server said nothing of how long, or where it said so in `Expires`.
  @Test(
    "Are said not to change where their server says nothing of that, and in that case alone",
    arguments: [
      (200, [:], "public, max-age=86400, immutable"), (200, ["Expires": "0"], "no-cache"), (304, [:], nil),
      (200, ["Cache-Control": "max-age=60", "Expires": "0"], "max-age=60"),
      (304, ["Cache-Control": "max-age=60"], "max-age=60"),
    ] as [(Int, [String: String], String?)]
  )
  func caching(_ status: Int, _ fields: [String: String], _ expected: String?) throws {
    let url = try #require(URL(string: "http://upstream.invalid/1.jpg"))
    let loader = ImageLoader(fetcher: Fetcher(transport: URLSessionTransport()))
    let images = ServedImages(loader: loader, own: OwnUpstream(nil), timeline: Timeline())
    let head = FetchHead(
      url: url,
      status: status,
      fields: ErrandsLoading.HTTPFields(fields.map { .init($0, $1) })
    )
    let content = images.content(FetchedData(head: head, body: Data()))
    let request = Request(
      head: HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/"),
      body: .init(buffer: ByteBuffer())
    )
    #expect(content.response(to: request).headers[HTTPField.Name.cacheControl] == expected)
  }
}
