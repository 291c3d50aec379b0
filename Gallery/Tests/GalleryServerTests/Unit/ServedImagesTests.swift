import ErrandsImageLoading
import ErrandsLoading
import Foundation
import GalleryConnections
import GalleryJobs
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
}
