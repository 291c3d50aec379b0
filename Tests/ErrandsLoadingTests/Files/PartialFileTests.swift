import Foundation
import Testing

@testable import ErrandsLoading

@Suite("A partial file")
struct PartialFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// What a run leaves that was stopped after these bytes.
  private func leave(_ text: String, total: Int? = 11) throws {
    let file = try #require(try folder.partial())
    try file.begin(.test(total), length: nil)
    try file.append(text)
    file.close()
  }

  @Test("It takes the bytes, hidden, and is then in its place with nothing beside it")
  func whole() throws {
    let file = try #require(try folder.partial())
    #expect(file.held == 0 && file.record == nil)
    try file.begin(.test(11), length: 11)
    #expect(folder.names == [".a.bin.part", ".a.bin.part.json"])
    try file.append("hello ")
    try file.append("world")
    #expect(folder.text(of: ".a.bin.part") == "hello world")
    let finished = try file.finish(at: file.place)
    #expect(finished.path == folder.path + "/a.bin")
    #expect(finished.digest == helloDigest)
    #expect(file.held == 11)
    #expect(folder.names == ["a.bin"])
    #expect(folder.text(of: "a.bin") == "hello world")
  }

  @Test("An empty body is an empty file")
  func empty() throws {
    let file = try #require(try folder.partial())
    #expect(try file.finish(at: file.place).digest == Digest().hexadecimal)
    #expect(folder.content(of: "a.bin") == Data())
    #expect(folder.names == ["a.bin"])
  }

  @Test("The next run goes on behind what is held, any number of times, and its digest is of the whole")
  func resumed() throws {
    try leave("hel")
    for piece in ["lo", " w"] {
      let file = try #require(try folder.partial())
      #expect(file.record == .test(11))
      try file.append(piece)
      file.close()
    }
    let file = try #require(try folder.partial())
    #expect(file.held == 7)
    try file.append("orld")
    #expect(try file.finish(at: file.place, expecting: helloDigest.uppercased()).digest == helloDigest)
    #expect(folder.text(of: "a.bin") == "hello world")
    #expect(folder.names == ["a.bin"])
  }

  @Test("Held bytes of more than one piece are read for the digest, whatever their number")
  func longResume() throws {
    let bytes = Data(repeatElement(Array(0..<UInt8(251)), count: 5_000).joined())
    let file = try #require(try folder.partial())
    try file.begin(.test(bytes.count), length: nil)
    try file.append(bytes.prefix(900_001))
    file.close()
    let next = try #require(try folder.partial())
    #expect(next.held == 900_001)
    try next.append(bytes.dropFirst(900_001))
    var digest = Digest()
    digest.update(bytes)
    #expect(try next.finish(at: next.place).digest == digest.hexadecimal)
    #expect(folder.content(of: "a.bin") == bytes)
  }

  @Test("It begins anew where the answer is another")
  func begunAnew() throws {
    try leave("old bytes")
    let file = try #require(try folder.partial())
    #expect(file.held == 9)
    try file.begin(.test(11, tag: "\"two\""), length: 11)
    #expect(file.held == 0)
    try file.append("hello world")
    #expect(try file.finish(at: file.place).digest == helloDigest)
    #expect(folder.text(of: "a.bin") == "hello world")
  }

  @Test("It begins anew in the middle of a body as well")
  func begunTwice() throws {
    let file = try #require(try folder.partial())
    try file.begin(.test(11), length: nil)
    try file.append("hello wo")
    try file.begin(.test(3, tag: "\"two\""), length: nil)
    try file.append("new")
    file.close()
    #expect(folder.text(of: ".a.bin.part") == "new")
    #expect(try folder.partial()?.record == .test(3, tag: "\"two\""))
  }

  @Test("Nothing is held for another address, nor for none, and a stranger's bytes stay until new ones come")
  func otherSource() throws {
    try leave("hello")
    for source in [FileSource(key: "another"), nil] {
      let file = try #require(try folder.partial(source: source))
      #expect(file.held == 0 && file.record == nil)
      // Its request failed, say.
      file.close()
    }
    #expect(try folder.partial()?.held == 5)
    let other = FileSource(key: "another")
    let file = try #require(try folder.partial(source: other))
    try file.begin(.test(9, source: other), length: nil)
    try file.append("new")
    file.close()
    #expect(folder.text(of: ".a.bin.part") == "new")
    #expect(try folder.partial()?.held == 0)
  }

  /// The address of a signed download is another one each time, and its key is not.
  @Test("A caller's own key finds the bytes under a fresh address")
  func key() throws {
    let source = FileSource(key: "photo 17")
    let file = try #require(try folder.partial(source: source))
    try file.begin(.test(11, source: source), length: nil)
    try file.append("hello")
    file.close()
    #expect(try folder.partial(source: FileSource(key: "photo 17"))?.held == 5)
  }

  @Test("A record that is damaged or missing, or a file that is too long, means to begin anew")
  func damaged() throws {
    for damage: (TemporaryFolder) throws -> Void in [
      { try $0.put("{", in: ".a.bin.part.json") },
      { try $0.put("", in: ".a.bin.part.json") },
      { try $0.put(String(repeating: " ", count: 100_000), in: ".a.bin.part.json") },
      { unlink($0.path + "/.a.bin.part.json") },
      { unlink($0.path + "/.a.bin.part") },
      { try $0.put("hello world and more", in: ".a.bin.part") },
      { try $0.put("", in: ".a.bin.part") },
    ] {
      try leave("hello")
      try damage(folder)
      let file = try #require(try folder.partial())
      #expect(file.held == 0 && file.record == nil)
      try file.begin(.test(11), length: 11)
      try file.append("hello world")
      #expect(try file.finish(at: file.place).digest == helloDigest)
      #expect(folder.names == ["a.bin"])
    }
  }

  /// There is no range behind the last byte: the server answered 416, and all was fetched again.
  @Test("A file that has all its bytes gives up the last one, so that the server is asked for something")
  func complete() throws {
    try leave("hello world")
    let file = try #require(try folder.partial())
    #expect(file.held == 10)
    try file.append("d")
    #expect(try file.finish(at: file.place).digest == helloDigest)
    #expect(folder.text(of: "a.bin") == "hello world")
  }

  @Test("It is as long as what was written to it, whoever else has written to it or cut it")
  func length() throws {
    let file = try #require(try folder.partial())
    try file.begin(.test(nil), length: nil)
    try file.append("hello world")
    #expect(truncate(folder.path + "/.a.bin.part", 20) == 0)
    _ = try file.finish(at: file.place)
    #expect(folder.text(of: "a.bin") == "hello world")
    let cut = try #require(try folder.partial())
    try cut.append("hello world")
    #expect(truncate(folder.path + "/.a.bin.part", 5) == 0)
    #expect(throws: FileFailure.changed(folder.path + "/a.bin")) {
      try cut.finish(at: cut.place)
    }
  }

  @Test("What cannot be resumed leaves nothing")
  func unresumable() throws {
    let file = try #require(try folder.partial())
    try file.begin(nil, length: 11)
    try file.append("hello")
    #expect(folder.names == [".a.bin.part"])
    file.close()
    #expect(folder.names == [])
    // Nothing has come.
    let second = try #require(try folder.partial())
    try second.begin(.test(11), length: 11)
    second.close()
    #expect(folder.names == [])
    try #require(try folder.partial()).close()
    #expect(folder.names == [])
  }

  @Test("Letting go of it closes it")
  func dropped() throws {
    func drop() throws {
      let file = try #require(try folder.partial())
      try file.begin(.test(11), length: 11)
      try file.append("hello")
    }
    try drop()
    #expect(try folder.partial()?.held == 5)
    #expect(folder.names == [".a.bin.part", ".a.bin.part.json"])
  }

  @Test("A body without a record takes away the record of the one before it")
  func recordRemoved() throws {
    try leave("hello")
    let file = try #require(try folder.partial())
    try file.begin(nil, length: nil)
    #expect(folder.names == [".a.bin.part"])
  }

  @Test("A file that is not the one expected is removed, and both digests are told")
  func checksum() throws {
    try folder.put("old", in: "a.bin")
    let file = try #require(try folder.partial())
    try file.begin(.test(5), length: 5)
    try file.append("wrong")
    let actual = Digest.hexadecimal(of: "wrong")
    #expect(throws: FileFailure.checksum(folder.path + "/a.bin", expected: helloDigest, actual: actual)) {
      try file.finish(at: file.place, expecting: helloDigest.uppercased())
    }
    #expect(folder.names == ["a.bin"])
    #expect(folder.text(of: "a.bin") == "old")
    #expect(
      FileFailure.checksum("/a", expected: "e", actual: "b").description
        == "/a was not written: its SHA-256 was to be e and is b; "
        + "check the address and the digest, and fetch it again."
    )
  }

  @Test("It gets the time that it is given, fractions of seconds and the years before 1970 too")
  func modified() throws {
    for seconds in [784_111_777, 0.5, -1.25] {
      let file = try #require(try folder.partial())
      try file.append("x")
      _ = try file.finish(at: file.place, modified: Date(timeIntervalSince1970: seconds))
      let status = try #require(try folder.status(of: "a.bin"))
      #expect(abs(status.modified - Int64(seconds * 1e9)) < 1_000)
    }
  }

  @Test("One that is not wanted any more stays, to be resumed, and the old one is left alone")
  func unwanted() throws {
    try folder.put("old", in: "a.bin")
    let file = try #require(try folder.partial())
    try file.begin(.test(11), length: nil)
    try file.append("hello world")
    #expect(throws: CancellationError.self) { try file.finish(at: file.place, while: { false }) }
    file.close()
    #expect(folder.text(of: "a.bin") == "old")
    #expect(try folder.partial()?.held == 10)
  }

  @Test("A file that came into its place meanwhile and has to stay costs no byte")
  func cameMeanwhile() throws {
    let file = try #require(try folder.partial(existing: .fail))
    try file.begin(.test(11), length: nil)
    try file.append("hello world")
    try folder.put("other", in: "a.bin")
    #expect(throws: FileFailure.exists(folder.path + "/a.bin")) { try file.finish(at: file.place) }
    file.close()
    #expect(folder.text(of: "a.bin") == "other")
    #expect(try folder.partial()?.held == 10)
  }

  @Test(
    "The longest name can be resumed",
    arguments: [String(repeating: "a", count: 255), String(repeating: "ả", count: 85)]
  )
  func longName(name: String) throws {
    func open() throws -> PartialFile { try #require(try folder.partial(name)) }
    let first = try open()
    try first.begin(.test(11), length: nil)
    try first.append("hello ")
    first.close()
    let file = try open()
    #expect(file.held == 6)
    try file.append("world")
    #expect(try file.finish(at: file.place).digest == helloDigest)
    #expect(folder.names == [name])
  }

  /// A file of the user's own was overwritten by way of a link that somebody had put there.
  @Test("A link under its name, of either kind, is taken away and not written to")
  func planted() throws {
    try folder.put("secret", in: "target")
    for plant in [symlink, link] {
      #expect(plant(folder.path + "/target", folder.path + "/.a.bin.part") == 0)
      let file = try #require(try folder.partial())
      try file.begin(.test(11), length: nil)
      try file.append("hello world")
      _ = try file.finish(at: file.place)
      #expect(folder.text(of: "target") == "secret")
      #expect(folder.names == ["a.bin", "target"])
    }
    // The record, and the name that it has before.
    for name in [".a.bin.part.json", ".a.bin.part.json.new"] {
      #expect(symlink(folder.path + "/target", folder.path + "/" + name) == 0)
      try leave("hello")
      #expect(folder.text(of: "target") == "secret")
      #expect(try folder.partial()?.held == 5)
    }
  }
}
