import ErrandsUpstream
import Foundation
import Testing

@Suite("A file is answered as an origin server answers for it")
struct ServedFileTests {
  private static let changed = Date(timeIntervalSince1970: 784_111_777)
  private static let now = changed + 3_600
  private static let bytes = Array("0123456789".utf8)

  private let file: ServedFile = ServedFile(
    ServedFileTests.bytes,
    entityTag: "\"a1\"",
    lastModified: ServedFileTests.changed,
    contentType: "text/plain",
    headers: ["Cache-Control": "max-age=60", "Content-Language": "vi", "Vary": "Accept", "X-Own": "1"]
  )

  private func answer(
    _ headers: HeaderFields = [:],
    method: String = "GET",
    breakingOffAt position: Int? = nil,
    of file: ServedFile? = nil
  ) -> Script {
    let request = RecordedRequest(method: method, path: "/", headers: headers)
    return (file ?? self.file).answer(to: request, breakingOffAt: position, now: Self.now)
  }

  @Test("whole, with everything that is known of it")
  func whole() {
    let script = answer()
    #expect(script.status == 200)
    #expect(script.sent == Self.bytes)
    #expect(
      script.headers == [
        "Cache-Control": "max-age=60", "Content-Language": "vi", "Vary": "Accept", "X-Own": "1",
        "Date": "Sun, 06 Nov 1994 09:49:37 GMT", "ETag": "\"a1\"",
        "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Content-Type": "text/plain",
        "Accept-Ranges": "bytes",
      ]
    )
  }

  @Test("with nothing that it does not know, and the date that it was told")
  func bare() {
    let script = answer(of: ServedFile([1], headers: ["date": "then"]))
    #expect(
      script.headers == [
        "date": "then", "Content-Type": "application/octet-stream", "Accept-Ranges": "bytes",
      ]
    )
  }

  @Test("in part, with the same fields and the place of the part")
  func part() {
    let script = answer(["Range": "bytes=2-4"])
    #expect(script.status == 206)
    #expect(script.sentText == "234")
    #expect(script.headers["Content-Range"] == "bytes 2-4/10")
    #expect(script.headers["Content-Type"] == "text/plain")
    #expect(script.headers["Last-Modified"] != nil)
    #expect(script.headers["ETag"] == "\"a1\"")
    #expect(script.headers["Accept-Ranges"] == "bytes")
  }

  @Test("in the part that goes on with what the client has, without what describes the file")
  func rest() {
    let script = answer(["Range": "bytes=7-", "If-Range": "\"a1\""])
    #expect(script.status == 206)
    #expect(script.sentText == "789")
    #expect(
      script.headers == [
        "Cache-Control": "max-age=60", "Vary": "Accept", "X-Own": "1",
        "Date": "Sun, 06 Nov 1994 09:49:37 GMT", "ETag": "\"a1\"", "Accept-Ranges": "bytes",
        "Content-Range": "bytes 7-9/10",
      ]
    )
  }

  /// The bytes of one state behind those of another would be a file that never was.
  @Test("whole, where the client has a part of something else", arguments: ["\"a0\"", "W/\"a1\"", "then"])
  func changed(_ condition: String) {
    let script = answer(["Range": "bytes=7-", "If-Range": condition])
    #expect(script.status == 200)
    #expect(script.sent == Self.bytes)
    #expect(script.headers["Content-Range"] == nil)
  }

  @Test("in part, where the client has a part of what was changed at the same time")
  func sameDate() {
    var dated = file
    dated.entityTag = nil
    let headers: HeaderFields = ["Range": "bytes=7-", "If-Range": "Sun, 06 Nov 1994 08:49:37 GMT"]
    let script = answer(headers, of: dated)
    #expect(script.status == 206)
    #expect(script.headers["Last-Modified"] == "Sun, 06 Nov 1994 08:49:37 GMT")
  }

  @Test("with a condition on a range that cannot be had, all the same with 416")
  func unsatisfiable() {
    let script = answer(["Range": "bytes=10-", "If-Range": "\"a1\""])
    #expect(script.status == 416)
    #expect(script.headers["Content-Range"] == "bytes */10")
    #expect(script.headers["Content-Type"] == nil)
    #expect(script.headers["ETag"] == nil)
    #expect(answer(["Range": "bytes=10-", "If-Range": "\"a0\""]).status == 200)
  }

  @Test("in several parts, each with its place")
  func multipart() throws {
    let script = answer(["Range": "bytes=0-1,-2"])
    #expect(script.status == 206)
    #expect(script.headers["Content-Range"] == nil)
    let types = script.headers.values(of: "Content-Type")
    let boundary = try #require(types.first?.split(separator: "=").last)
    #expect(types == ["multipart/byteranges; boundary=\(boundary)"])
    let parts = [("0-1", "01"), ("8-9", "89")].map { range, text in
      "--\(boundary)\r\nContent-Type: text/plain\r\nContent-Range: bytes \(range)/10\r\n\r\n\(text)\r\n"
    }
    #expect(script.sentText == parts.joined() + "--\(boundary)--\r\n")
    #expect(answer(["Range": "bytes=0-1,10-"]).headers["Content-Range"] == "bytes 0-1/10")
  }

  @Test("whole, where it is said not to have parts")
  func withoutRanges() {
    var whole = file
    whole.acceptsRanges = false
    for range in ["bytes=2-4", "bytes=10-"] {
      let script = answer(["Range": range], of: whole)
      #expect(script.status == 200)
      #expect(script.sent == Self.bytes)
      #expect(script.headers["Accept-Ranges"] == "none")
    }
  }

  @Test("without content to whoever has it, with what a cache needs to go on keeping it")
  func notModified() {
    let script = answer(["If-None-Match": "\"a0\", W/\"a1\"", "Range": "bytes=2-4"])
    #expect(script.status == 304)
    #expect(script.steps.isEmpty)
    #expect(
      script.headers == [
        "Cache-Control": "max-age=60", "Vary": "Accept", "X-Own": "1",
        "Date": "Sun, 06 Nov 1994 09:49:37 GMT", "ETag": "\"a1\"",
      ]
    )
    var dated = file
    dated.entityTag = nil
    let other = answer(["If-Modified-Since": "Sun, 06 Nov 1994 08:49:37 GMT"], of: dated)
    #expect(other.status == 304)
    #expect(other.headers["Last-Modified"] == "Sun, 06 Nov 1994 08:49:37 GMT")
  }

  @Test("with 412 to whoever wanted something else, and says by which field")
  func failed() {
    let script = answer(["If-Match": "\"a0\"", "Range": "bytes=2-4"])
    #expect(script.status == 412)
    #expect(script.sentText == "If-Match is not fulfilled.")
    #expect(script.headers["Content-Language"] == "vi")
  }

  @Test("to HEAD as to GET of the whole, whatever part is asked for")
  func head() {
    let script = answer(["Range": "bytes=20-", "If-Range": "\"a0\""], method: "HEAD", breakingOffAt: 3)
    #expect(script.status == 200)
    #expect(script.headers == answer().headers)
    #expect(script.contentLength == 10)
    #expect(!script.breaksOff)
    #expect(answer(["If-None-Match": "*"], method: "HEAD").status == 304)
  }

  @Test("with 405 to what would change it, whatever the conditions")
  func writing() {
    let script = answer(["If-Match": "\"a0\""], method: "DELETE")
    #expect(script.status == 405)
    #expect(script.headers["Allow"] == "GET, HEAD")
    #expect(script.headers["Date"] != nil)
  }

  @Test("broken off before one byte of it, whatever part is asked for")
  func broken() {
    for (range, sent, length) in [
      (nil, "01234", 10), ("bytes=3-", "34", 7), ("bytes=5-", "", 5), ("bytes=2-5", "234", 4),
    ] {
      let script = answer(range.map { ["Range": $0] } ?? [:], breakingOffAt: 5)
      #expect(script.sentText == sent)
      #expect(script.breaksOff)
      #expect(script.contentLength == length)
    }
  }

  /// So that each part of a file that is fetched in several can be broken on its own.
  @Test("whole, where it does not have the byte that it breaks off before")
  func notBroken() {
    for (range, sent) in [("bytes=6-", "6789"), ("bytes=0-4", "01234")] {
      let script = answer(["Range": range], breakingOffAt: 5)
      #expect(script.sentText == sent)
      #expect(!script.breaksOff)
    }
    #expect(!answer(breakingOffAt: 10).breaksOff)
    #expect(!answer(of: ServedFile([])).breaksOff)
  }

  @Test("broken off in the part that has the byte, where there are several")
  func brokenPart() {
    let script = answer(["Range": "bytes=0-1,4-6"], breakingOffAt: 5)
    #expect(script.sentText.hasSuffix("Content-Range: bytes 4-6/10\r\n\r\n4"))
    #expect(script.breaksOff)
  }

  @Test("broken off in the way that was asked for")
  func way() {
    let request = RecordedRequest(path: "/")
    for (ending, name) in [(Script.Step.reset, "reset"), (.stall, "stall"), (.close, "close")] {
      let script = file.answer(to: request, breakingOffAt: 1, by: ending)
      #expect(script.steps.map { "\($0)" }.contains(name))
    }
  }

  @Test("from bytes that are only computed where they are sent")
  func computed() {
    let terabyte = 1 << 40
    let large = ServedFile(.computed(count: terabyte) { $0.map { UInt8(truncatingIfNeeded: $0) } })
    let script = answer(["Range": "bytes=-3"], of: large)
    #expect(script.headers["Content-Range"] == "bytes \(terabyte - 3)-\(terabyte - 1)/\(terabyte)")
    #expect(script.sent == [253, 254, 255])
    #expect(answer(of: large).contentLength == terabyte)
    #expect(ServedFile(.computed(count: -1) { _ in [] }).count == 0)
  }

  @Test("by the maker")
  func maker() {
    let request = RecordedRequest(path: "/", headers: ["Range": "bytes=2-"])
    let script = Script.file(
      Self.bytes,
      entityTag: "\"1\"",
      lastModified: Self.changed,
      contentType: "text/plain",
      headers: ["X": "1"],
      for: request,
      breakingOffAt: 4
    )
    #expect(script.status == 206)
    #expect(script.sentText == "23")
    #expect(script.headers["X"] == "1")
    #expect(script.headers["ETag"] == "\"1\"")
    #expect(script.headers["Last-Modified"] == "Sun, 06 Nov 1994 08:49:37 GMT")
    let whole = Script.file(Self.bytes, for: request, acceptsRanges: false)
    #expect(whole.status == 200)
    #expect(whole.headers["Content-Type"] == "application/octet-stream")
  }

  @Test("and tells what a client has to come back with")
  func validators() {
    #expect(file.validators == ["ETag": "\"a1\"", "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"])
    #expect(ServedFile([]).validators == [:])
  }
}
