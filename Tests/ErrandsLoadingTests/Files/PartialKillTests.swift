import Foundation
import Testing

@testable import ErrandsLoading

/// Each of these kills a process, by the signal that cannot be caught, and lets another go on.
@Suite("A process that is killed in the middle of a download", .timeLimit(.minutes(2)))
struct PartialKillTests {
  enum Step: String, CaseIterable, Codable, Sendable {
    case opened, begun, written, resumed, flushed, landing, landed

    /// How many bytes the next run goes on behind.
    var held: Int64 {
      switch self {
      case .opened, .begun, .landing, .landed: 0
      case .written: 6
      case .resumed: 8
      case .flushed: 10
      }
    }
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("Leaves what the next run goes on with or takes away, at each step", arguments: Step.allCases)
  func killed(step: Step) async throws {
    try folder.put("old", in: "a.bin")
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = folder.path as String, step = step as Step] in
      try Self.download(to: path + "/a.bin", until: step)
    }
    #expect(folder.text(of: "a.bin") == (step == .landed ? "hello world" : "old"))
    // And nobody has a lock any more.
    let file = try #require(try folder.partial())
    #expect(file.held == step.held)
    #expect((file.record != nil) == (step.held > 0))
    if file.held == 0 { try file.begin(.test(11), length: 11) }
    try file.append(String("hello world".dropFirst(Int(file.held))))
    #expect(try file.finish(at: file.place).digest == helloDigest)
    #expect(folder.text(of: "a.bin") == "hello world")
    #expect(folder.names == ["a.bin"])
  }

  @Test("Leaves what is swept, where its file had a name of its own")
  func unique() async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String] in
      let place = Destination(file: path + "/a.bin").place(for: .file)
      let file = try PartialFile.unique(place.prepared())
      try file.append("hello")
      kill(getpid(), SIGKILL)
    }
    #expect(folder.names.count == 1)
    let file = try #require(try folder.partial())
    #expect(folder.names == [".a.bin.part"])
    file.close()
  }

  @Test("Leaves what is swept, where it wrote a whole file")
  func wholeFile() async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String] in
      var asked = 0
      try WholeFile.write(Data("x".utf8), to: path + "/a.bin") {
        asked += 1
        if asked == 3 { kill(getpid(), SIGKILL) }
        return true
      }
    }
    #expect(folder.names.count == 1)
    try WholeFile.write(Data("x".utf8), to: folder.path + "/b.bin")
    #expect(folder.names == ["b.bin"])
  }

  /// The step before the record: what is left of a record's writing, beside an old record and no bytes.
  @Test("Leaves a record half written, which the next run writes anew")
  func record() throws {
    try folder.put("{\"vers", in: ".a.bin.part.json.new")
    try folder.put("", in: ".a.bin.part")
    let old = try #require(PartialRecord.test(5, tag: "\"old\""))
    try old.encoded.write(to: URL(filePath: folder.path + "/.a.bin.part.json"))
    let file = try #require(try folder.partial())
    #expect(file.held == 0 && file.record == nil)
    try file.begin(.test(11), length: 11)
    #expect(folder.names == [".a.bin.part", ".a.bin.part.json"])
    #expect(PartialRecord.read(beside: folder.path + "/.a.bin.part") == .test(11))
  }

  /// Where a renaming is made of two, the file has both names in between. Going on with the hidden one wrote into the
  /// file that was finished.
  @Test("Leaves a whole file with two names, of which the hidden one is taken away")
  func twoNames() throws {
    try folder.put("whole", in: "a.bin")
    #expect(link(folder.path + "/a.bin", folder.path + "/.a.bin.part") == 0)
    let file = try #require(try folder.partial())
    try file.begin(.test(3), length: 3)
    try file.append("new")
    #expect(folder.text(of: "a.bin") == "whole")
    file.close()
    #expect(try folder.status(of: "a.bin")?.names == 1)
  }

  private static func download(to path: String, until step: Step) throws {
    func stop(at other: Step) { if step == other { kill(getpid(), SIGKILL) } }
    func open() throws -> PartialFile? {
      let place = try Destination(file: path).place(for: .file).prepared()
      guard case .opened(let file) = try PartialFile.open(place, source: .test) else { return nil }
      return file
    }
    var file = try open()
    stop(at: .opened)
    try file?.begin(.test(11), length: 11)
    stop(at: .begun)
    try file?.append("hello ")
    stop(at: .written)
    file?.close()
    file = nil
    file = try open()
    try file?.append("wo")
    stop(at: .resumed)
    try file?.append("rld")
    _ = try file.map { file in
      try file.finish(
        at: file.place,
        while: {
          stop(at: .flushed)
          return true
        },
        willLand: { _, _ in stop(at: .landing) }
      )
    }
    stop(at: .landed)
  }
}
