import Foundation
import Testing

@testable import ErrandsLoading

@Suite("The validators of fetched files")
struct FileValidatorsTests {
  private let folder: TemporaryFolder
  private let validators: FileValidators
  private let date = "Sun, 06 Nov 1994 08:49:37 GMT"

  init() throws {
    folder = try TemporaryFolder()
    validators = FileValidators(folder: folder.path + "/kept/state")
  }

  private var path: String { folder.path + "/a.bin" }
  private var answer: FetchHead { .whole(11, fields: ["Last-Modified": date]) }
  private var entries: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/kept/state")) ?? []
  }

  private func fetch(
    _ text: String = "hello world",
    answer: FetchHead? = nil,
    source: FileSource = .test,
    to name: String = "a.bin",
    existing: Destination.ExistingFile = .replace
  ) async throws -> String {
    let place = Destination(file: folder.path + "/" + name, existing: existing).place(for: .file)
    guard case .opened(let writer) = try await FileWriter.open(place, source: source) else {
      throw POSIXError(.EBUSY)
    }
    try await writer.append(Data(text.utf8))
    let answer = answer ?? self.answer
    let modified = answer.fields["Last-Modified"].flatMap(HTTPDate.init)
    return try await writer.finish(
      at: writer.place,
      modified: modified.map { Date(timeIntervalSince1970: Double($0.seconds)) },
      keeping: validators.state(of: answer, from: source)
    ).path
  }

  private func conditions(_ source: FileSource = .test, at path: String? = nil) -> [String: String] {
    let fields = validators.conditions(forFileAt: path ?? self.path, from: source)
    return Dictionary(uniqueKeysWithValues: fields.all.map { ($0.name, $0.value) })
  }

  @Test("A file that was fetched is asked for by all that its server said of it")
  func kept() async throws {
    #expect(conditions() == [:])
    _ = try await fetch()
    #expect(conditions() == ["If-None-Match": "\"one\"", "If-Modified-Since": date])
    #expect(entries.count == 1)
  }

  @Test("A weak tag will do, and so will either of the two")
  func kinds() async throws {
    _ = try await fetch(answer: .whole(11, tag: "W/\"weak\""))
    #expect(conditions() == ["If-None-Match": "W/\"weak\""])
    _ = try await fetch(answer: .whole(11, tag: nil, fields: ["Last-Modified": date]))
    #expect(conditions() == ["If-Modified-Since": date])
    #expect(validators.state(of: .whole(11, tag: nil), from: .test) == nil)
    #expect(entries.count == 1)
  }

  @Test("A file that is another one now is asked for without conditions")
  func changed() async throws {
    for change: (TemporaryFolder) throws -> Void in [
      { try $0.put("longer than it was", in: "a.bin") },
      { #expect(truncate($0.path + "/a.bin", 3) == 0) },
      { _ = utimes($0.path + "/a.bin", nil) },
      { unlink($0.path + "/a.bin") },
    ] {
      _ = try await fetch()
      #expect(!conditions().isEmpty)
      try change(folder)
      #expect(conditions() == [:])
    }
  }

  /// The server says 304, and the file would have been the old one for ever.
  @Test(
    "An entry for a file that never came says nothing of the old one, although length and time are the same"
  )
  func killedBeforeTheLastStep() async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = folder.path as String, date = date as String] in
      func fetch(_ text: String, _ tag: String, isLast: Bool) throws {
        let place = try Destination(file: path + "/a.bin").place(for: .file).prepared()
        guard case .opened(let file) = try PartialFile.open(place, source: .test) else { return }
        try file.append(text)
        let answer = FetchHead.whole(3, tag: tag, fields: ["Last-Modified": date])
        let state = FileValidators(folder: path + "/kept/state").state(of: answer, from: .test)
        let time = Date(timeIntervalSince1970: 784_111_777)
        let willLand = { (path: String, status: FileStatus) in
          state?.keep(for: path, status)
          if isLast { kill(getpid(), SIGKILL) }
        }
        _ = try file.finish(at: place, modified: time, willLand: willLand)
      }
      try fetch("old", "\"old\"", isLast: false)
      try fetch("new", "\"new\"", isLast: true)
    }
    #expect(folder.text(of: "a.bin") == "old")
    #expect(entries.count == 1)
    #expect(conditions() == [:])
  }

  @Test("Another address's file at the same path is none of its business")
  func otherSource() async throws {
    _ = try await fetch()
    #expect(conditions(FileSource(key: "another")) == [:])
    _ = try await fetch(source: FileSource(key: "another"))
    #expect(conditions() == [:])
    #expect(!conditions(FileSource(key: "another")).isEmpty)
  }

  @Test("A path is the same whatever leads to it, and two paths are two")
  func paths() async throws {
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/l", withDestinationPath: folder.path)
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/m", withDestinationPath: path)
    _ = try await fetch()
    for other in [
      "/./a.bin", "/l/a.bin", "/l/../" + URL(filePath: folder.path).lastPathComponent + "/a.bin", "/m",
    ] {
      #expect(!conditions(at: folder.path + other).isEmpty)
    }
    _ = try await fetch("other", answer: .whole(5, tag: "\"b\""), to: "b.bin")
    #expect(conditions(at: folder.path + "/b.bin") == ["If-None-Match": "\"b\""])
    #expect(conditions()["If-None-Match"] == "\"one\"")
  }

  @Test("A file that had to have a number has its entry under that name, and the first one keeps its own")
  func numbered() async throws {
    _ = try await fetch(existing: .keepBoth)
    let second = try await fetch("new", answer: .whole(3, tag: "\"two\""), existing: .keepBoth)
    #expect(conditions(at: second) == ["If-None-Match": "\"two\""])
    #expect(conditions()["If-None-Match"] == "\"one\"")
  }

  @Test("A damaged entry is none, and is written anew")
  func damaged() async throws {
    for text in ["", "{", "{\"version\":2}", "null", String(repeating: " ", count: 100_000)] {
      _ = try await fetch()
      try folder.put(text, in: "kept/state/" + #require(entries.first))
      #expect(conditions() == [:])
    }
    _ = try await fetch()
    #expect(!conditions().isEmpty)
  }

  @Test("A store that cannot be written costs no file")
  func unwritable() async throws {
    try folder.put("file", in: "kept")
    _ = try await fetch()
    #expect(folder.text(of: "a.bin") == "hello world")
    #expect(conditions() == [:])
  }

  @Test("A file without an entry can be asked for by its time")
  func byTime() async throws {
    #expect(validators.conditionsByTime(ofFileAt: path) == [:])
    try folder.put("by curl", in: "a.bin")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 784_111_777)],
      ofItemAtPath: path
    )
    #expect(validators.conditionsByTime(ofFileAt: path) == ["If-Modified-Since": date])
    #expect(validators.conditionsByTime(ofFileAt: folder.path) == [:])
    // With an entry that is of another file, its time says nothing: somebody has changed it here.
    _ = try await fetch()
    try folder.put("changed here", in: "a.bin")
    #expect(validators.conditionsByTime(ofFileAt: path) == [:])
  }

  @Test("No part of an address or a path is in an entry or its name")
  func secrets() async throws {
    let url = try #require(URL(string: "https://user:word@h.test/private?signature=s3cret"))
    _ = try await fetch(source: FileSource(url: url))
    let name = try #require(entries.first)
    let text = name + (folder.text(of: "kept/state/" + name) ?? "")
    for secret in ["user", "word", "h.test", "private", "s3cret", "a.bin"] { #expect(!text.contains(secret)) }
  }
}
