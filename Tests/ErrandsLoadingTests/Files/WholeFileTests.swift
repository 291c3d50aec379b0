import Foundation
import Testing

@testable import ErrandsLoading

@Suite("A file is there whole or not at all")
struct WholeFileTests {
  /// Three and a half, and so four pieces.
  private static let megabytes = Data(repeatElement(Array(0..<UInt8(250)), count: 14_000).joined())

  @Test("It is written whole, with nothing beside it")
  func whole() throws {
    let folder = try TemporaryFolder()
    try WholeFile.write(Self.megabytes, to: folder.path + "/a.bin")
    #expect(folder.content(of: "a.bin") == Self.megabytes)
    #expect(folder.names == ["a.bin"])
  }

  @Test("A slice of data is written, and nothing is too")
  func slices() throws {
    let folder = try TemporaryFolder()
    try WholeFile.write(Data("0123456789".utf8)[3..<6], to: folder.path + "/slice")
    try WholeFile.write(Data(), to: folder.path + "/empty")
    #expect(folder.content(of: "slice") == Data("345".utf8))
    #expect(folder.content(of: "empty") == Data())
  }

  @Test("One that was there is replaced, also by a shorter one")
  func replaced() throws {
    let folder = try TemporaryFolder()
    try folder.put("a long text that was there before", in: "a.txt")
    try WholeFile.write(Data("new".utf8), to: folder.path + "/a.txt")
    #expect(folder.content(of: "a.txt") == Data("new".utf8))
    #expect(folder.names == ["a.txt"])
  }

  @Test("One that is not wanted any more leaves nothing, and the old one alone", arguments: 0..<6)
  func unwanted(question: Int) throws {
    let folder = try TemporaryFolder()
    try folder.put("old", in: "a.bin")
    var asked = 0
    func isWanted() -> Bool {
      defer { asked += 1 }
      return asked != question
    }
    // It is asked before each of the four pieces, before the flush, and before it appears.
    #expect(throws: CancellationError.self) {
      try WholeFile.write(Self.megabytes, to: folder.path + "/a.bin", while: isWanted)
    }
    #expect(folder.names == ["a.bin"])
    #expect(folder.content(of: "a.bin") == Data("old".utf8))
  }

  @Test("A failure is a sentence with the path, and leaves nothing")
  func failures() throws {
    let folder = try TemporaryFolder()
    let missing = folder.path + "/no/such/a.jpg"
    #expect(throws: FileFailure.file(missing, reason: "No such file or directory")) {
      try WholeFile.write(Data("x".utf8), to: missing)
    }
    let taken = folder.path + "/taken"
    try FileManager.default.createDirectory(atPath: taken, withIntermediateDirectories: false)
    #expect(throws: FileFailure.isFolder(taken)) {
      try WholeFile.write(Data("x".utf8), to: taken)
    }
    #expect(folder.names == ["taken"])
    #expect(
      FileFailure.file("/a.jpg", reason: "No space left on device").description
        == "/a.jpg cannot be written: No space left on device; check the folder's permissions and the space on "
        + "its disk."
    )
  }

  /// Written through, the link would have led out of the folder.
  @Test("A link in its place is replaced, and not followed")
  func link() throws {
    let folder = try TemporaryFolder()
    try folder.put("secret", in: "target")
    let link = folder.path + "/a.jpg"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path + "/target")
    try WholeFile.write(Data("photo".utf8), to: link)
    #expect(folder.content(of: "target") == Data("secret".utf8))
    #expect(folder.content(of: "a.jpg") == Data("photo".utf8))
  }

  /// `-o /dev/full` by root made a regular file of the device, for everybody and until somebody made it anew.
  @Test("A pipe in its place is left alone, with nothing beside it")
  func pipe() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.jpg"
    #expect(mkfifo(path, 0o600) == 0)
    #expect(throws: FileFailure.notFile(path)) { try WholeFile.write(Data("photo".utf8), to: path) }
    #expect(try FileStatus.of(path)?.kind == .other)
    #expect(folder.names == ["a.jpg"])
  }

  @Test("A path that a user names is looked at before there is anything to write")
  func named() throws {
    let folder = try TemporaryFolder()
    try folder.put("old", in: "a.jpg")
    let link = folder.path + "/link.jpg"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path + "/a.jpg")
    #expect(try WholeFile.path(named: folder.path + "/a.jpg") == folder.path + "/a.jpg")
    #expect(try WholeFile.path(named: folder.path + "/new.jpg") == folder.path + "/new.jpg")
    #expect(try WholeFile.path(named: link) == FilePlace.resolved(folder.path + "/a.jpg"))
    #expect(throws: FileFailure.notFile("/dev/null")) { try WholeFile.path(named: "/dev/null") }
    #expect(throws: FileFailure.isFolder(folder.path)) { try WholeFile.path(named: folder.path) }
    #expect(throws: FileFailure.noFolder(folder.path + "/no")) {
      try WholeFile.path(named: folder.path + "/no/a.jpg")
    }
    #expect(folder.names == ["a.jpg", "link.jpg"])
  }

  /// A photo that nobody else could read was readable by all when another size of it took its place.
  /// For days, where a download went on so long, and after its process was gone.
  @Test("What comes in the place of a file that nobody else may read cannot be read by others while it comes")
  func privateMeanwhile() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.bin"
    try folder.put("secret", in: "a.bin")
    chmod(path, 0o400)
    let place = try Destination(file: path).place(for: .file).prepared()
    guard case .opened(let shared) = try PartialFile.open(place, source: .test) else {
      Issue.record("busy")
      return
    }
    let unique = try PartialFile.unique(place)
    let parts = folder.names.filter { $0 != "a.bin" }
    #expect(parts.count == 2)
    for name in parts {
      let permissions = try FileStatus.of(folder.path + "/" + name)?.permissions
      #expect(permissions == 0o600, "and can be gone on with by its owner")
    }
    withExtendedLifetime((shared, unique)) {}
  }

  @Test("The permissions of the file before are those of the new one, whoever writes it")
  func permissions() async throws {
    let folder = try TemporaryFolder()
    try folder.put("old", in: "a.jpg")
    let path = folder.path + "/a.jpg"
    #expect(chmod(path, 0o600) == 0)
    try WholeFile.write(Data("new".utf8), to: path)
    #expect(try FileStatus.of(path)?.permissions == 0o600)
    let writer = try PartialFile.unique(FilePlace(path, of: Destination(file: path)).prepared())
    try writer.begin(nil, length: 3)
    try writer.append(Data("web".utf8))
    _ = try writer.finish(at: writer.place)
    #expect(folder.content(of: "a.jpg") == Data("web".utf8))
    #expect(try FileStatus.of(path)?.permissions == 0o600)
  }
}
