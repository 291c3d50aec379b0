import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import gallery

@Suite("gallery photos, for people and with lists", .timeLimit(.minutes(2)))
struct PhotosOutputTests {
  // Who looked at standard error alone saw nothing of it.
  @Test("shows people how many, and what went wrong on standard error")
  func table() async throws {
    let result = try await Program.run(
      "photos",
      "/photos/1.jpg?width=32",
      "not\u{1B}[2J a url",
      "/photos/x.jpg"
    )
    #expect(result.code == 1)
    #expect(result.output == "1 succeeded · 2 failed · 0 cancelled\n")
    let lines = result.errors.split(separator: "\n").map(String.init)
    #expect(lines[0] == "“not�[2J a url” cannot be fetched: it has a space or a control character in it.")
    #expect(lines[1] == "/photos/x.jpg answered 404 (Not Found); check the address.")
    #expect(lines.count == 2)
  }

  @Test("does not reach into this machine unless it is allowed to, but for the upstream's own address")
  func privateAddress() async throws {
    let other = try await ScriptedUpstream.start { _ in .status(404) }
    let result = try await Program.run(
      "photos",
      "--json",
      other.url("/1.jpg").absoluteString,
      "/photos/1.jpg?width=32"
    )
    let lines = try PhotoLines(result.output)
    #expect(lines.sorted.map(\.status) == ["failed", "succeeded"])
    #expect(lines.sorted[0].error?.contains("an address on this machine") == true)
    #expect(other.requestCount == 0)
    await other.stop()
  }

  @Test("looks nowhere for an address without a host where the upstream is the real one")
  func real() async throws {
    let result = try await Program.run("photos", "--json", "--upstream", "real", "/photos/1.jpg")
    #expect(result.code == 1)
    #expect(try PhotoLines(result.output).done.errors[0].error.contains("it has no scheme"))
  }

  @Test("loads no more at once than it is told")
  func concurrency() async throws {
    // No answer comes before as many are asked for as may be: one at a time would be too few.
    let arrived = Events<Void>()
    let other = try await ScriptedUpstream.start { _ in
      arrived.record(())
      _ = try await arrived.event(3)
      return .ok([0xFF, 0xD8, 0xFF, 0xD9])
    }
    let list = try Folder()
    let from = try list.list((0..<50).map { other.url("/\($0).jpg").absoluteString })
    let result = try await Program.run(
      "photos",
      "--json",
      "--allow-private-addresses",
      "--concurrency",
      "3",
      "--from",
      from
    )
    #expect(result.code == 0)
    #expect(try PhotoLines(result.output).done.succeeded == 50)
    #expect(other.mostRequestsAtOnce == 3)
    await other.stop()
  }

  @Test("reads lists with blank lines, remarks, and any kind of line end")
  func lists() {
    let text = "https://a.test/1.jpg\r\n\r\n  # a remark\n\t https://b.test/2.jpg#top \n#\n\nx\r/y"
    #expect(
      AddressList(text: text).addresses == ["https://a.test/1.jpg", "https://b.test/2.jpg#top", "x", "/y"]
    )
    #expect(AddressList(text: "").addresses.isEmpty)
  }

  @Test("reads a list of a hundred thousand in no time")
  func longList() {
    let text = (0..<100_000).map { "https://h.test/\($0).jpg\n" }.joined()
    #expect(AddressList(text: text).addresses.count == 100_000)
  }

  /// The first address of a list that an editor on Windows had written was none.
  @Test("reads a list that begins with a byte order mark")
  func byteOrderMark() async throws {
    let folder = try Folder()
    let file = folder.path + "/list.txt"
    try Data("\u{FEFF}/photos/1.jpg\r\n/photos/2.jpg\r\n".utf8).write(to: URL(filePath: file))
    #expect(try await AddressList(file).addresses == ["/photos/1.jpg", "/photos/2.jpg"])
  }

  @Test(
    "says of a list that cannot be read why, in words",
    arguments: [
      (
        "/no/such/list", "The list /no/such/list cannot be read: there is no such file; check its name."
      ),
      ("/", "The list / cannot be read: it is a folder; check its name."),
      ("", "The list “” cannot be read: there is no such file; check its name."),
      ("/dev/zero", "The list /dev/zero cannot be read: it is longer than 16000000 bytes; split it."),
    ]
  )
  func unreadable(_ path: String, _ sentence: String) async throws {
    let result = try await Program.run("photos", "--from", path)
    #expect(result.code == 2)
    #expect(result.errors.contains(sentence))
    #expect(!result.errors.contains("Domain"))
  }
}
