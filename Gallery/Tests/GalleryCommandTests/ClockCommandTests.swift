import Foundation
import GalleryJobs
import Testing

@testable import gallery

@Suite("gallery clock", .timeLimit(.minutes(2)))
struct ClockCommandTests {
  private struct Line: Decodable {
    let tick: Int
    let time: String
  }

  @Test("ticks as often as it is told, in every style", arguments: JobStyle.allCases)
  func ticks(style: JobStyle) async throws {
    let arguments = ["clock", "--json", "--ticks", "3", "--every", "50ms", "--style", style.rawValue]
    let result = try await Program.run(arguments)
    #expect(result.code == 0)
    #expect(result.errors.isEmpty)
    let lines = try result.output.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
    #expect(lines.count == 3)
    #expect(lines.first?.tick == 1)
    #expect(lines.map(\.tick) == lines.map(\.tick).sorted())
    for line in lines { #expect(line.time.wholeMatch(of: /20..-..-..T..:..:..\.[0-9]{3}Z/) != nil) }
  }

  @Test("ticks until it is interrupted, and ends then with 130", arguments: [true, false])
  func interrupted(byPerson: Bool) async throws {
    let program = try Program(["clock", "--json", "--every", "20ms"])
    _ = try await program.output.line(2)
    byPerson ? program.interrupt() : program.terminate()
    #expect(try await program.exitCode() == 130)
  }

  /// `gallery clock | head -1` ticked for ever, for nobody.
  @Test("ends when its reader has gone away")
  func readerLeaves() async throws {
    let program = try Program(["clock", "--json", "--every", "20ms"])
    _ = try await program.output.line(1)
    try await program.output.leave()
    #expect(try await program.exitCode() == 0)
  }

  /// It was UTC's, wherever one was; and later of no zone that `TZ` says in another way than by its bare name.
  @Test(
    "shows people the time of day where they are",
    arguments: [
      ("Asia/Ho_Chi_Minh", "+07:00", 25_200), ("Asia/Kolkata", "+05:30", 19_800),
      ("America/Phoenix", "-07:00", -25_200), ("UTC", "Z", 0),
      // As POSIX has it (POSIX.1-2017, section 8.3), where what is west of Greenwich is positive.
      (":America/Phoenix", "-07:00", -25_200), ("JST-9", "+09:00", 32_400), ("UTC-7", "+07:00", 25_200),
      ("<-0330>3:30", "-03:30", -12_600),
    ]
  )
  func people(zone: String, offset: String, seconds: Int) async throws {
    let program = try Program(
      ["clock", "--ticks", "1", "--every", "10ms"],
      environment: ["TZ": zone]
    )
    #expect(try await program.exitCode() == 0)
    let output = program.output.text
    let match = try #require(
      output.wholeMatch(of: /([0-9]{2}:[0-9]{2}:[0-9]{2})([-+Z][0-9:]*)  1\n/),
      "\(output)"
    )
    #expect(match.2 == offset)
    // The time is that zone's, and not only its name: within the hour, whatever the clock was when it was read.
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: seconds))
    let now = calendar.dateComponents([.hour, .minute, .second], from: Date())
    let parts = match.1.split(separator: ":").compactMap { Int($0) }
    let shown = parts[0] * 3600 + parts[1] * 60 + parts[2]
    let actual = (now.hour ?? 0) * 3600 + (now.minute ?? 0) * 60 + (now.second ?? 0)
    #expect((actual - shown + 86_400) % 86_400 < 1800)
  }

  @Test(
    "ends with 2 where it cannot be wound up",
    arguments: [
      (["--ticks", "0"], "give a whole number of 1 or more."), (["--ticks", "-3"], "--ticks"),
      (["--ticks", "many"], "--ticks"), (["--every", "0s"], "--every"), (["--every", "-1s"], "--every"),
      (["--every", "soon"], "--every"), (["--every", "0.01ms"], "--every"),
      (["--style", "cuckoo"], "--style"),
    ]
  )
  func wrong(arguments: [String], sentence: String) async throws {
    let refusal = try await Refusal(of: ["clock"] + arguments)
    #expect(refusal.code == 2)
    #expect(refusal.output.isEmpty)
    #expect(refusal.errors.contains(sentence))
  }
}
