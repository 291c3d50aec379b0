import Errands
import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("A whole file gets its name", .timeLimit(.minutes(1)))
struct LandingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func land(_ text: String, _ name: String, _ existing: Destination.ExistingFile) throws -> String {
    let part = folder.path + "/." + UUID().uuidString
    try Data(text.utf8).write(to: URL(filePath: part))
    defer { unlink(part) }
    let place = Destination(file: folder.path + "/" + name, existing: existing).place(for: .file)
    return String(try place.land(part).dropFirst(folder.path.count + 1))
  }

  @Test("It replaces what is there")
  func replace() throws {
    #expect(try land("one", "a.txt", .replace) == "a.txt")
    #expect(try land("two", "a.txt", .replace) == "a.txt")
    #expect(folder.text(of: "a.txt") == "two")
  }

  @Test("It fails where something is there, a link to nothing as well")
  func fail() throws {
    #expect(try land("one", "a.txt", .fail) == "a.txt")
    #expect(throws: FileFailure.exists(folder.path + "/a.txt")) { try land("two", "a.txt", .fail) }
    #expect(folder.text(of: "a.txt") == "one")
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/l", withDestinationPath: "/no/such")
    #expect(throws: FileFailure.exists(folder.path + "/l")) { try land("two", "l", .fail) }
  }

  @Test("It gets a number where something is there, be it a folder or a link to nothing")
  func keepBoth() throws {
    let landed = try (1...3).map { try land("\($0)", "a.txt", .keepBoth) }
    #expect(landed == ["a.txt", "a 2.txt", "a 3.txt"])
    #expect(landed.map(folder.text) == ["1", "2", "3"])
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/l", withDestinationPath: "/no/such")
    #expect(try land("x", "l", .keepBoth) == "l 2")
    try FileManager.default.createDirectory(atPath: folder.path + "/d", withIntermediateDirectories: false)
    #expect(try land("x", "d", .keepBoth) == "d 2")
  }

  @Test("A number that another of its batch has been promised is passed over")
  func promised() throws {
    try folder.put("old", in: "a.txt")
    let destination = Destination(folder: folder.path, existing: .keepBoth)
    let url = try #require(URL(string: "https://h.test/a.txt"))
    let (first, second) = (destination.place(for: url), destination.place(for: url))
    try folder.put("first", in: "1")
    try folder.put("second", in: "2")
    #expect(try first.land(folder.path + "/1") == folder.path + "/a 3.txt")
    #expect(try second.land(folder.path + "/2") == folder.path + "/a 2.txt")
  }

  @Test("A thousand files that have the name already cost no stack")
  func many() throws {
    for number in 1...1000 { try folder.put("", in: number == 1 ? "a" : "a \(number)") }
    #expect(try land("x", "a", .keepBoth) == "a 1001")
  }

  @Test("Each path is told before it is tried, and one that is taken is not")
  func told() throws {
    try folder.put("old", in: "a.txt")
    try folder.put("new", in: "part")
    var told: [String] = []
    let place = Destination(file: folder.path + "/a.txt", existing: .keepBoth).place(for: .file)
    _ = try place.land(folder.path + "/part") { told.append($0) }
    #expect(told == [folder.path + "/a 2.txt"])
  }

  @Test("A folder that came meanwhile is not replaced")
  func folderMeanwhile() throws {
    try FileManager.default.createDirectory(atPath: folder.path + "/d", withIntermediateDirectories: false)
    #expect(throws: FileFailure.isFolder(folder.path + "/d")) { try land("x", "d", .replace) }
  }

  /// One that looked whether a name was free, and then renamed, overwrote the file that came in between.
  @Test("Of two that want one name in the same moment, each has a file")
  func keepBothRace() async throws {
    let folder = folder
    let failures = Events<String>()
    @Sendable func put(_ side: String, _ round: Int) {
      do {
        let part = folder.path + "/.\(side)"
        try Data("\(side)\(round)".utf8).write(to: URL(filePath: part))
        _ = try Destination(file: folder.path + "/a", existing: .keepBoth).place(for: .file).land(part)
      } catch {
        failures.record("\(error)")
      }
    }
    await race(rounds: 200, { put("l", $0) }, { put("r", $0) })
    #expect(failures.all == [])
    #expect(folder.names.count == 400)
    #expect(Set(folder.names.compactMap(folder.text)).count == 400)
  }

  @Test("Of many downloads that want one name at the same time, each has a file")
  func keepBothCrowd() async throws {
    let folder = folder
    let landed = Events<String>()
    try await withThrowingTaskGroup { group in
      for number in 1...40 {
        group.addTask {
          let destination = Destination(file: folder.path + "/a", existing: .keepBoth)
          let writer =
            switch try await FileWriter.open(destination.place(for: .file), source: .test) {
            case .opened(let writer): writer
            case .busy(let place): try await FileWriter.unique(place)
            }
          try await writer.append(Data("\(number)".utf8))
          landed.record(try await writer.finish(at: writer.place).path)
        }
      }
      try await group.waitForAll()
    }
    #expect(Set(landed.all).count == 40)
    #expect(folder.names.sorted() == (["a"] + (2...40).map { "a \($0)" }).sorted())
    #expect(Set(folder.names.compactMap(folder.text)).count == 40)
  }

  @Test(
    "Of two that must not replace one another, one has the name and one is told",
    arguments: [false, true]
  )
  func failRace(byLink: Bool) async throws {
    let folder = folder
    let outcomes = Events<String>()
    @Sendable func put(_ side: String, _ round: Int) {
      let (part, path) = (folder.path + "/.\(side)\(round)", folder.path + "/\(round)")
      do {
        try Data(side.utf8).write(to: URL(filePath: part))
        if byLink { try Renaming.link(part, to: path) } else { try Renaming.move(part, to: path) }
        outcomes.record("landed")
      } catch let error as POSIXError {
        outcomes.record("\(error.code == .EEXIST)")
      } catch {
        outcomes.record("\(error)")
      }
    }
    await race(rounds: 200, { put("l", $0) }, { put("r", $0) })
    #expect(outcomes.all.filter { $0 == "landed" }.count == 200)
    #expect(outcomes.all.filter { $0 == "true" }.count == 200)
  }

  @Test("A renaming by two names takes the first one away")
  func byLink() throws {
    try folder.put("x", in: "part")
    try Renaming.link(folder.path + "/part", to: folder.path + "/a")
    #expect(folder.names == ["a"])
    #expect(try folder.status(of: "a")?.names == 1)
  }
}
