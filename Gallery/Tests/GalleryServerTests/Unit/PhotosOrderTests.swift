import Foundation
import GalleryJobs
import Testing

@testable import GalleryServer

@Suite("An order of photos")
struct PhotosOrderTests {
  private func order(_ text: String) throws -> PhotosOrder {
    try PhotosOrder(json: Data(text.utf8))
  }

  private func list(_ addresses: [String]) throws -> String {
    #"{"urls":\#(String(decoding: try JSONEncoder().encode(addresses), as: UTF8.self))}"#
  }

  @Test("names addresses, and what else it likes")
  func whole() throws {
    let plain = try order(#"{"urls":["/1","https://h/ảnh"]}"#)
    #expect(plain.addresses == ["/1", "https://h/ảnh"])
    #expect(plain.timeLimit == nil)
    #expect(plain.style == .group)
    let full = try order(#"{"style":"async","timeLimit":1.5,"urls":[]}"#)
    #expect(full.addresses.isEmpty)
    #expect(full.timeLimit == .milliseconds(1500))
    #expect(full.style == .async)
    #expect(try order(#"{"style":null,"timeLimit":null,"urls":["/1"]}"#).timeLimit == nil)
    #expect(try order(#"{"timeLimit":60,"urls":["/1"]}"#).timeLimit == .seconds(60))
    for second in ["1", "1.0", "1e0"] {
      #expect(try order(#"{"timeLimit":\#(second),"urls":[]}"#).timeLimit == .seconds(1), "and no JSON true")
    }
  }

  /// The database kept it up to there, and another address was loaded than was asked for.
  @Test("has no address with a zero byte in it")
  func zero() {
    let problem = #expect(throws: Problem.self) { try order(#"{"urls":["/1","/2.jpg\u0000.evil"]}"#) }
    #expect(problem?.detail == "Number 2 of the addresses has a zero byte in it; leave it out.")
  }

  @Test(
    "has a time limit that is a time",
    arguments: ["0", "-1", "86401", "1e300", #""10""#, "true", "[1]", "{}"]
  )
  func timeLimit(_ value: String) {
    let problem = #expect(throws: Problem.self) { try order(#"{"urls":[],"timeLimit":\#(value)}"#) }
    #expect(problem?.status == 422)
    #expect(problem?.detail.contains("timeLimit is no number of seconds above 0, up to 86400") == true)
  }

  @Test("has ten thousand addresses at most")
  func most() throws {
    let most = Array(repeating: "/1", count: 10_000)
    #expect(try order(list(most)).addresses.count == 10_000)
    let problem = #expect(throws: Problem.self) { try order(list(most + ["/1"])) }
    #expect(problem?.status == 413)
    #expect(problem?.detail.contains("10001 addresses") == true)
  }

  @Test("has no address that nobody would answer")
  func longest() throws {
    let longest = String(repeating: "ả", count: 2730) + "aa"
    #expect(try order(list([longest])).addresses == [longest])
    let problem = #expect(throws: Problem.self) { try order(list(["/1", longest + "a"])) }
    #expect(problem?.status == 422)
    #expect(problem?.detail.contains("Number 2") == true)
  }

  @Test("is an object", arguments: ["7", "null", #""urls""#, "[]", #"{"urls":null}"#, #"{"urls":{}}"#])
  func shape(_ text: String) {
    let problem = #expect(throws: Problem.self) { try order(text) }
    #expect(problem?.status == 422)
  }
}
