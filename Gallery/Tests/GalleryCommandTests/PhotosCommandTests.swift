import Foundation
import Testing

@Suite("gallery photos", .timeLimit(.minutes(2)))
struct PhotosCommandTests {
  static let styles = ["async", "closure", "delegate", "group", "stream"]

  /// What every tenth of a hundred photos suffers, one after the other, and what is said about it.
  private static let faults: [(path: String, sentence: String)] = [
    ("?width=32&fault=truncate", " broke off after "), ("?width=32&fault=reset", " broke off after "),
    ("?width=32&fault=stall", " was not done within 2.8 seconds; "),
    ("?width=32&fault=wrong-length", " broke off after "),
    ("?width=32&fault=error500", " answered 500 (Internal Server Error); "),
    (
      "?width=32&fault=error429",
      " answered 429 (Too Many Requests); it asks to be tried again after 1 second."
    ),
    ("?width=32&fault=malformed-json", " answered with an image/jpeg that is cut off after "),
    ("?width=32&fault=redirect-loop", " redirects in a way that is not followed: more than 10 hops."),
    ("?width=32&fault=slow-headers", " was not done within 2.8 seconds; "),
    ("/nothing", " answered 404 (Not Found); check the address."),
  ]

  /// In one style: that each says the same is tested where no clock has to be waited for.
  @Test("says what became of each where every tenth fails in one of ten ways")
  func mixed() async throws {
    let folder = try Folder()
    let paths = (0..<100).map { index in
      index % 10 == 4
        ? "/photos/\(index).jpg" + Self.faults[index / 10].path : "/photos/\(index).jpg?width=32"
    }
    let list = try folder.list(paths)
    let result = try await Program.run(
      "photos",
      "--json",
      "--from",
      list,
      "--to",
      folder.path + "/new/photos",
      "--retries",
      "0",
      "--timeout",
      "2.8s"
    )
    #expect(result.code == 1)
    let lines = try PhotoLines(result.output)
    #expect(result.errors == lines.done.errors.map { $0.error + "\n" }.joined())
    #expect(lines.sorted.map(\.index) == Array(0..<100))
    #expect(lines.sorted.map(\.url) == paths)
    for member in lines.sorted {
      let isFaulty = member.index % 10 == 4
      #expect(member.status == (isFaulty ? "failed" : "succeeded"))
      #expect(member.path == (isFaulty ? nil : folder.path + "/new/photos/\(member.index).jpg"))
      #expect((member.error == nil) == !isFaulty)
    }
    #expect((lines.done.succeeded, lines.done.failed, lines.done.cancelled) == (90, 10, 0))
    #expect(!lines.done.timedOut)
    #expect(lines.done.errors.map(\.index) == (0..<10).map { $0 * 10 + 4 })
    for (failure, fault) in zip(lines.done.errors, Self.faults) {
      #expect(failure.error.contains(fault.sentence))
      #expect(failure.error == lines.sorted[failure.index].error)
    }
    let written = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/new/photos")
    #expect(Set(written) == Set((0..<100).filter { $0 % 10 != 4 }.map { "\($0).jpg" }))
  }

  @Test("ends with 0 where all succeed, and without a folder names no paths")
  func all() async throws {
    let result = try await Program.run(
      "photos",
      "--json",
      "/photos/1.jpg?width=32",
      "/photos/2.webp?width=32"
    )
    #expect(result.code == 0)
    let lines = try PhotoLines(result.output)
    #expect(lines.sorted.map(\.status) == ["succeeded", "succeeded"])
    #expect(lines.sorted.map(\.path) == [nil, nil])
    #expect(result.output.contains(#""path":null"#) && result.output.contains(#""error":null"#))
    #expect(lines.done.succeeded == 2)
  }

  @Test("ends with 1 where all fail", arguments: styles)
  func none(style: String) async throws {
    let result = try await Program.run(
      "photos",
      "--json",
      "--style",
      style,
      "not a url",
      "ftp://h/1.jpg",
      "/photos/x.jpg"
    )
    #expect(result.code == 1)
    #expect(try PhotoLines(result.output).done.errors.map(\.index) == [0, 1, 2])
  }

  @Test("is done once with zeros where the list is empty", arguments: styles)
  func empty(style: String) async throws {
    let folder = try Folder()
    for from in [try folder.list(["", "# nothing yet", "   "]), "/dev/null", "-"] {
      let result = try await Program.run("photos", "--json", "--style", style, "--from", from)
      #expect(result.code == 0)
      #expect(
        result.output
          == #"{"done":{"cancelled":0,"errors":[],"failed":0,"succeeded":0,"timedOut":false}}"# + "\n"
      )
    }
  }

  /// In one style, too.
  @Test("ends at once when the time for all is over")
  func groupTimeout() async throws {
    let folder = try Folder()
    let result = try await Program.run(
      "photos",
      "--json",
      "--group-timeout",
      "3s",
      "--to",
      folder.path,
      "/photos/1.jpg?width=32",
      "/photos/2.jpg?width=32&fault=stall",
      "/photos/3.jpg?width=32",
      "/photos/4.jpg?width=32&fault=stall"
    )
    #expect(result.code == 1)
    let lines = try PhotoLines(result.output)
    #expect(lines.sorted.map(\.status) == ["succeeded", "cancelled", "succeeded", "cancelled"])
    #expect((lines.done.succeeded, lines.done.failed, lines.done.cancelled) == (2, 0, 2))
    #expect(lines.done.timedOut)
    #expect(result.errors == "The time for all of them was over; allow more with --group-timeout.\n")
    #expect(lines.done.errors.isEmpty)
    #expect(folder.names == ["1.jpg", "3.jpg"])
  }

  @Test("ends at an interrupt, with those in flight cancelled and the summary last", arguments: styles)
  func interrupt(style: String) async throws {
    let folder = try Folder()
    let paths = (0..<40).map { "/photos/\($0).jpg?width=32" + ($0 < 2 ? "" : "&fault=stall") }
    // Room for all at once, or those that stall could keep the two that succeed from their turn.
    let room = ["--concurrency", "64", "--per-host", "64"]
    let program = try Program(["photos", "--json", "--style", style, "--to", folder.path] + room + paths)
    _ = try await program.output.line(2)
    program.interrupt()
    #expect(try await program.exitCode() == 130)
    #expect(program.errors.text.isEmpty)
    let lines = try PhotoLines(program.output.text)
    #expect(lines.sorted.map(\.index) == Array(0..<40))
    #expect((lines.done.succeeded, lines.done.failed, lines.done.cancelled) == (2, 0, 38))
    #expect(!lines.done.timedOut)
    #expect(folder.names == ["0.jpg", "1.jpg"])
  }
}
