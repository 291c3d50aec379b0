import Foundation
import Testing

@testable import ErrandsLoading

@Suite("The record of a partial file")
struct PartialRecordTests {
  @Test("It says what it was told")
  func roundTrip() throws {
    let name = "attachment; filename=\"Hoà.pdf\""
    let fields = ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Content-Disposition": name]
    let answer = FetchHead.whole(11, fields: fields)
    let record = try #require(PartialRecord(source: .test, answer: answer))
    #expect(PartialRecord(try record.encoded) == record)
    #expect(record.validator.text == "\"one\"")
    #expect(record.total == 11)
    #expect(record.lastModified == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(record.contentDisposition == name)
  }

  @Test("A date is a validator where it is a strong one, and stays one")
  func dates() throws {
    let fields = [
      "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 09:49:37 GMT",
    ]
    let record = try #require(PartialRecord(source: .test, answer: .whole(nil, tag: nil, fields: fields)))
    #expect(PartialRecord(try record.encoded) == record)
    #expect(record.total == nil)
  }

  @Test("There is none where the rest could not be asked for")
  func none() {
    for answer in [
      FetchHead.whole(1, tag: nil), .whole(1, tag: "W/\"weak\""), .whole(1, tag: "unquoted"),
      .whole(1, fields: ["Content-Encoding": "gzip"]), .whole(1, fields: ["Accept-Ranges": "none"]),
      FetchHead(url: .file, status: 206, fields: ["ETag": "\"one\""]),
    ] {
      #expect(PartialRecord(source: .test, answer: answer) == nil)
    }
  }

  @Test("Whatever is no record is none")
  func damaged() throws {
    let good = String(decoding: try #require(PartialRecord.test(11)).encoded, as: UTF8.self)
    #expect(PartialRecord(Data(good.utf8)) != nil)
    for (part, other) in [
      ("\"version\":1", "\"version\":2"), ("\"total\":11", "\"total\":-1"), ("\\\"one\\\"", "one"),
      ("\\\"one\\\"", "W/\\\"one\\\""), ("{", ""), ("\"source\"", "\"sauce\""),
    ] {
      #expect(good.contains(part))
      #expect(PartialRecord(Data(good.replacingOccurrences(of: part, with: other).utf8)) == nil)
    }
    for end in 0..<good.utf8.count { #expect(PartialRecord(Data(good.utf8.prefix(end))) == nil) }
  }

  /// A signed address on the disk is a key for whoever reads the disk.
  @Test("No part of an address is in it")
  func secrets() throws {
    let url = try #require(URL(string: "https://user:word@h.test/private/a.bin?signature=s3cret"))
    let record = try #require(PartialRecord.test(11, source: FileSource(url: url)))
    let text = String(decoding: try record.encoded, as: UTF8.self)
    for secret in ["user", "word", "h.test", "private", "a.bin", "signature", "s3cret"] {
      #expect(!text.contains(secret))
    }
  }

  @Test(
    "Two addresses are two sources, but for the fragment, which is not sent; a key is what the caller says"
  )
  func sources() throws {
    func source(_ text: String) throws -> FileSource { FileSource(url: try #require(URL(string: text))) }
    #expect(try source("https://h.test/a?x=1") == source("https://h.test/a?x=1#top"))
    #expect(try source("https://h.test/a?x=1") != source("https://h.test/a?x=2"))
    let plain = FetchRequest(try #require(URL(string: "https://h.test/a")))
    #expect(try FileSource(of: plain) == source("https://h.test/a"))
    for field in ["Authorization", "Cookie", "Accept", "Accept-Language"] {
      var request = plain
      request.fields[field] = "a"
      #expect(FileSource(of: request) != FileSource(of: plain), "\(field)")
      request.key = "a"
      #expect(FileSource(of: request) == FileSource(key: "a"))
    }
    #expect(FileSource(key: "a") == FileSource(key: "a"))
    #expect(FileSource(key: "a") != FileSource(key: "b"))
    #expect(try FileSource(key: "https://h.test/a") != source("https://h.test/a"))
  }

  @Test("It says how much can be gone on behind")
  func usable() throws {
    let record = try #require(PartialRecord.test(10))
    #expect([0, 1, 9, 10, 11].map { record.resumeOffset(of: $0) } == [nil, 1, 9, 9, nil])
    #expect(try #require(PartialRecord.test(1)).resumeOffset(of: 1) == nil)
    #expect(try #require(PartialRecord.test(nil)).resumeOffset(of: 1 << 40) == 1 << 40)
  }

  @Test("A digest is what sha256sum says")
  func digests() {
    #expect(Digest.hexadecimal(of: "hello world") == helloDigest)
    #expect(
      Digest().hexadecimal == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    )
  }
}
