import Testing

@testable import GalleryUpstream

@Suite("What a request for a file asks for")
struct FileRouteTests {
  private func route(_ path: String, _ query: String? = nil) throws -> FileRoute? {
    try FileRoute(path: path, query: query)
  }

  @Test("Name, size, seed and fault are read")
  func read() throws {
    let usual = try #require(try route("/files/a.bin"))
    #expect((usual.name, usual.size, usual.seed, usual.fault) == ("a.bin", 1_048_576, nil, nil))
    let other = try #require(
      try route("/files/m%C3%A8o.iso", "bytes=17179869184&seed=18446744073709551615&fault=reset")
    )
    #expect((other.name, other.size) == ("mèo.iso", 17_179_869_184))
    #expect((other.seed, other.fault) == (UInt64.max, .reset))
    #expect(try route("/files/a", "bytes=0")?.size == 0)
    #expect(usual.breakingOff == nil)
    #expect(try route("/files/a", "break=700")?.breakingOff == 700)
    #expect(try route("/files/..%2f..%2fevil")?.name == "../../evil")
  }

  @Test(
    "Other paths are none",
    arguments: ["/files", "/files/", "/files/a/b", "/file/a", "/a/files/b", "/files/%ff"]
  )
  func others(path: String) throws {
    #expect(try route(path) == nil)
  }

  @Test(
    "What cannot be had is a sentence",
    arguments: [
      ("bytes=17179869185", "bytes=17179869185 is not possible; give a number from 0 to 17179869184."),
      ("bytes=-1", "bytes=-1 is not possible; give a number from 0 to 17179869184."),
      ("bytes=%2B5", "bytes=+5 is not possible; give a number from 0 to 17179869184."),
      ("bytes=", "bytes= is not possible; give a number from 0 to 17179869184."),
      ("bytes=1GB", "bytes=1GB is not possible; give a number from 0 to 17179869184."),
      ("break=-1", "break=-1 is not possible; give a number from 0 to 17179869184."),
      ("seed=x", "seed=x is not possible; give a number from 0 to 18446744073709551615."),
    ]
  )
  func mistakes(query: String, sentence: String) throws {
    let mistake = try #require(throws: QueryMistake.self) { try route("/files/a", query) }
    #expect(mistake.description == sentence)
    #expect(throws: QueryMistake.self) { try route("/files/a", "fault=gremlins") }
  }
}
