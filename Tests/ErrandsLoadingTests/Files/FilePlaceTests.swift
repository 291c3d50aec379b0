import Foundation
import Testing

@testable import ErrandsLoading

@Suite("The place of a download")
struct FilePlaceTests {
  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  private func names(_ destination: Destination, _ addresses: String...) throws -> [String] {
    try addresses.map { destination.place(for: try url("https://h.test" + $0)).name.text }
  }

  @Test("In a folder it has its name from the address, or is called download")
  func addresses() throws {
    let folder = Destination(folder: "photos")
    #expect(try names(folder, "/a/b.jpg?x=1", "/%2e%2e", "/") == ["b.jpg", "download", "download 2"])
    #expect(folder.place(for: try url("https://h.test/c.jpg")).path == "photos/c.jpg")
  }

  @Test("Members of a batch that share their names never have the same one, in whatever folder value")
  func batch() throws {
    let shared = FileNames()
    #expect(try names(Destination(folder: "a", names: shared), "/x.jpg", "/X.JPG") == ["x.jpg", "X 2.JPG"])
    #expect(try names(Destination(folder: "a", names: shared), "/x.jpg") == ["x 3.jpg"])
    #expect(try names(Destination(folder: "a"), "/x.jpg") == ["x.jpg"])
  }

  @Test("The answer's own name counts before the address's, made safe and claimed")
  func disposition() throws {
    let destination = Destination(folder: "photos")
    let place = destination.place(for: try url("https://h.test/get.php"))
    let named = place.named(by: ["Content-Disposition": "attachment; filename=\"../../e\u{301}t.jpg\""])
    #expect(named.path == "photos/ét.jpg")
    #expect(Array(named.name.text.utf8) == Array("\u{E9}t.jpg".utf8))
    let other = destination.place(for: try url("https://h.test/get.php"))
    #expect(other.name.text == "get 2.php")
    #expect(other.named(by: ["Content-Disposition": "inline; filename=ét.jpg"]).path == "photos/ét 2.jpg")
  }

  /// Claimed once more, a file that was alone was called `a 2.jpg`.
  @Test("An answer's name that is the address's too is not claimed twice, and a useless one does not count")
  func same() throws {
    let place = Destination(folder: "photos").place(for: try url("https://h.test/a.jpg"))
    for value in ["attachment; filename=a.jpg", "attachment", "attachment; filename=\"..\""] {
      #expect(place.named(by: ["Content-Disposition": value]).path == "photos/a.jpg")
    }
    #expect(place.named(by: [:]).path == "photos/a.jpg")
  }

  @Test("A path that the user gave is used as it is, whatever the server says")
  func path() throws {
    for (path, result) in [
      ("a.jpg", "./a.jpg"), ("/a.jpg", "/a.jpg"), ("b/../.c", "b/../.c"), ("/x//y", "/x/y"),
      ("e\u{301}", "./e\u{301}"),
    ] {
      let place = Destination(file: path).place(for: .file)
      #expect(Array(place.path.utf8) == Array(result.utf8))
      #expect(place.named(by: ["Content-Disposition": "inline; filename=z.jpg"]).path == place.path)
    }
  }

  @Test("Each download of one destination's path has that path, and a batch its own numbers")
  func twice() throws {
    let destination = Destination(file: "a.jpg")
    for _ in 0..<2 { #expect(destination.place(for: .file).path == "./a.jpg") }
    let batch = Destination(folder: "b")
    let address = try url("https://h.test/a.jpg")
    #expect((0..<2).map { _ in batch.place(for: address).path } == ["b/a.jpg", "b/a 2.jpg"])
  }
}

@Suite("A place is looked at before anything is sent")
struct FilePlaceCheckTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func prepare(_ path: String, _ existing: Destination.ExistingFile = .replace) throws -> FilePlace {
    try Destination(file: path, existing: existing).place(for: .file).prepared()
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/" + name,
      withDestinationPath: target
    )
  }

  private func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/" + name,
      withIntermediateDirectories: true
    )
  }

  @Test("Folders that are missing are made, unless they are not to be")
  func folders() throws {
    #expect(try prepare(folder.path + "/x/y/a.bin").path == folder.path + "/x/y/a.bin")
    #expect(try FileStatus.of(folder.path + "/x/y")?.kind == .folder)
    let missing = folder.path + "/z"
    for destination in [
      Destination(file: missing + "/a.bin", makesFolders: false),
      Destination(folder: missing, makesFolders: false),
    ] {
      #expect(throws: FileFailure.noFolder(missing)) { try destination.place(for: .file).prepared() }
    }
    #expect(FileFailure.noFolder("/z").description == "The folder /z is not there; make it, or name another.")
    #expect(folder.names == ["x"])
    // One that is there, by way of a link.
    try link("l", to: folder.path + "/x/y")
    let linked = Destination(folder: folder.path + "/l", makesFolders: false)
    #expect(try linked.place(for: .file).prepared().path == folder.path + "/l/a.bin")
  }

  /// As root no permission is missing, so a file lies where the folder should be.
  @Test("A folder that cannot be made is a sentence with its path")
  func unmakable() throws {
    try folder.put("file", in: "f")
    for path in [folder.path + "/f", folder.path + "/f/g"] {
      for destination in [Destination(file: path + "/a.bin"), Destination(folder: path)] {
        let error = #expect(throws: FileFailure.self) { try destination.place(for: .file).prepared() }
        guard case .folder(path, let reason)? = error else {
          Issue.record("another failure: \(String(describing: error))")
          return
        }
        #expect(!reason.isEmpty)
      }
    }
    #expect(folder.text(of: "f") == "file")
  }

  @Test(
    "A folder in its place is an error, also behind a link or a slash",
    arguments: Destination.ExistingFile.allCases
  )
  func isFolder(existing: Destination.ExistingFile) throws {
    try makeFolder("d")
    try link("l", to: folder.path + "/d")
    for path in [folder.path + "/d", folder.path + "/l"] {
      #expect(throws: FileFailure.isFolder(path)) { try prepare(path, existing).check() }
    }
    #expect(throws: FileFailure.isFolder(folder.path + "/new")) {
      try prepare(folder.path + "/new/", existing)
    }
    #expect(FileFailure.isFolder("/d").description == "/d is a folder; name a file in it.")
  }

  /// Renamed onto as root, it would have been a file from then on.
  @Test("A device is not replaced", arguments: Destination.ExistingFile.allCases)
  func device(existing: Destination.ExistingFile) throws {
    try link("null", to: "/dev/null")
    #expect(throws: FileFailure.notFile("/dev/null")) { try prepare("/dev/null", existing) }
    #expect(throws: FileFailure.notFile(folder.path + "/null")) {
      try prepare(folder.path + "/null", existing)
    }
    #expect(
      FileFailure.notFile("/dev/null").description
        == "/dev/null is a device, a pipe or a socket, and only a file can be replaced; name another."
    )
  }

  @Test("A pipe in a folder is not replaced either")
  func pipe() throws {
    #expect(mkfifo(folder.path + "/a.bin", 0o600) == 0)
    let place = Destination(folder: folder.path).place(for: .file)
    #expect(throws: FileFailure.notFile(folder.path + "/a.bin")) { try place.prepared().check() }
  }

  @Test("A file that has to stay is told of at once")
  func exists() throws {
    try folder.put("old", in: "a.bin")
    let path = folder.path + "/a.bin"
    #expect(throws: FileFailure.exists(path)) { try prepare(path, .fail) }
    #expect(throws: Never.self) { try prepare(path, .replace) }
    #expect(throws: Never.self) { try prepare(path, .keepBoth) }
    #expect(
      FileFailure.exists("/a").description
        == "/a is there already; name another, or allow that it is replaced."
    )
  }

  /// The server may give it another name, under which nothing is there.
  @Test("In a folder it is told of when the answer has named the file")
  func existsInFolder() throws {
    try folder.put("old", in: "a.bin")
    let place = try Destination(folder: folder.path, existing: .fail).place(for: .file).prepared()
    #expect(throws: FileFailure.exists(folder.path + "/a.bin")) { try place.check() }
    try place.named(by: ["Content-Disposition": "attachment; filename=b.bin"]).check()
  }

  @Test("A link that the user named leads to the file that is replaced, through any number of links")
  func links() throws {
    try makeFolder("real")
    try folder.put("old", in: "real/t.bin")
    try link("one", to: "real/t.bin")
    try link("two", to: folder.path + "/one")
    let target = try #require(FilePlace.resolved(folder.path + "/real/t.bin"))
    for name in ["one", "two"] { #expect(try prepare(folder.path + "/" + name).path == target) }
    // A file that stays, stays with its link.
    #expect(try prepare(folder.path + "/one", .keepBoth).path == folder.path + "/one")
    #expect(throws: FileFailure.exists(folder.path + "/one")) { try prepare(folder.path + "/one", .fail) }
  }

  @Test("A link to nothing is an error that says where it leads, and a loop is one too")
  func danglingLinks() throws {
    try link("l", to: "/no/such/file")
    let path = folder.path + "/l"
    #expect(throws: FileFailure.danglingLink(path, target: "/no/such/file")) { try prepare(path) }
    #expect(
      FileFailure.danglingLink("/l", target: "/t").description
        == "/l is a link to /t, which is not there; make that file, or remove the link."
    )
    #expect(throws: FileFailure.exists(path)) { try prepare(path, .fail) }
    try link("m", to: folder.path + "/n")
    try link("n", to: folder.path + "/m")
    #expect(throws: FileFailure.file(folder.path + "/m", reason: "Too many levels of symbolic links")) {
      try prepare(folder.path + "/m")
    }
  }

  @Test("A link in a folder, where the server has a say in the name, is not followed")
  func linkInFolder() throws {
    try folder.put("secret", in: "target")
    try link("a.bin", to: folder.path + "/target")
    let place = try Destination(folder: folder.path).place(for: .file).prepared()
    try place.check()
    try folder.put("new", in: "part")
    #expect(try place.land(folder.path + "/part") == folder.path + "/a.bin")
    #expect(folder.text(of: "target") == "secret")
    #expect(try folder.status(of: "a.bin")?.kind == .file)
  }

  @Test("A path without a folder is in the working folder, and a name at the root at the root")
  func relative() throws {
    let name = UUID().uuidString
    #expect(try prepare(name).path == "./" + name)
    #expect(try prepare("/" + name).path == "/" + name)
    #expect(FilePlace.join("/", "a") == "/a")
    let folder = try Destination(folder: "").place(for: .file).prepared()
    #expect(folder.folder == ".")
  }

  @Test("A name that cannot be one is told of before the download, and not after it")
  func badNames() throws {
    let longest = folder.path + "/" + String(repeating: "é", count: 127) + "a"
    #expect(try prepare(longest).name.text.utf8.count == 255)
    #expect(throws: FileFailure.badName(longest + "b", reason: "its name is longer than 255 bytes")) {
      try prepare(longest + "b")
    }
    #expect(throws: FileFailure.badName(folder.path + "/ab", reason: "there is a zero byte in its name")) {
      try prepare(folder.path + "/a\0b")
    }
    #expect(throws: FileFailure.badName("“”", reason: "it names no file")) { try prepare("") }
  }
}
