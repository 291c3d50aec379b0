import ErrandsImages
import GalleryConnections
import Testing

@testable import GalleryUpstream

@Suite("What a request for a photo asks for")
struct PhotoRouteTests {
  @Test("Number, format, sides and fault are read")
  func read() throws {
    let route = try #require(try PhotoRoute(path: "/photos/12.jpg", query: nil))
    #expect(
      (route.number, route.format, route.width, route.height, route.fault) == (12, .jpeg, nil, nil, nil)
    )
    let other = try #require(
      try PhotoRoute(path: "/photos/0.webp", query: "width=300&fault=wrong-length&height=16")
    )
    #expect((other.number, other.format, other.width, other.height) == (0, .webp, 300, 16))
    #expect(other.fault == .wrongLength)
    #expect(try PhotoRoute(path: "/photos/7.png", query: "size=3")?.format == .png)
  }

  @Test("Every fault can be asked for", arguments: UpstreamFault.allCases)
  func faults(fault: UpstreamFault) throws {
    #expect(try PhotoRoute(path: "/photos/1.jpg", query: "fault=\(fault.rawValue)")?.fault == fault)
  }

  @Test(
    "Other paths are none",
    arguments: [
      "/photos/01.jpg", "/photos/-1.jpg", "/photos/1.gif", "/photos/1.jpeg", "/photos/1", "/photos/.jpg",
      "/photos/1.jpg/", "/photos/1234567890.jpg", "/photos/一.jpg", "/photos/1%2ejpg", "/a/photos/1.jpg",
    ]
  )
  func others(path: String) throws {
    #expect(try PhotoRoute(path: path, query: nil) == nil)
  }

  @Test(
    "What cannot be had is a sentence",
    arguments: [
      ("width=15", "width=15 is not possible; give a number from 16 to 3000."),
      ("height=3001", "height=3001 is not possible; give a number from 16 to 3000."),
      ("width=", "width= is not possible; give a number from 16 to 3000."),
      ("width=%2B50", "width=+50 is not possible; give a number from 16 to 3000."),
      ("height", "height= is not possible; give a number from 16 to 3000."),
    ]
  )
  func mistakes(query: String, sentence: String) throws {
    let mistake = try #require(throws: QueryMistake.self) {
      try PhotoRoute(path: "/photos/1.jpg", query: query)
    }
    #expect(mistake.description == sentence)
    #expect(throws: QueryMistake.self) {
      try PhotoRoute(path: "/photos/1.jpg", query: "fault=gremlins")
    }
  }
}
