import Errands
import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("In every interleaving, a channel of chunks", .timeLimit(.minutes(2)))
struct ChannelExploration {
  private struct Broken: Error {}

  /// Reads to the end, and tells what it has read.
  private static func read(_ channel: ChunkChannel, _ scenario: Scenario) async {
    do {
      while let chunk = try await channel.next() { scenario.record("read \(chunk[0])") }
      scenario.record("end")
    } catch is CancellationError {
      scenario.record("cancelled")
    } catch {
      scenario.record("failed")
    }
  }

  @Test("gives all chunks in their order, though one side waits for room and the other for chunks")
  func order() async throws {
    try await everyInterleaving { scenario in
      let channel = ChunkChannel(limit: 2)
      scenario.task("write") {
        for number in 1...3 as ClosedRange<UInt8> { try? await channel.send(Data([number])) }
        channel.finish(.success(()))
      }
      scenario.task("read") { await Self.read(channel, scenario) }
      scenario.check {
        try scenario.expect(
          scenario.events == ["read 1", "read 2", "read 3", "end"],
          "Nothing is lost, and nothing comes twice."
        )
      }
    }
  }

  @Test("that breaks off gives what was written before, and lets its writer go")
  func failure() async throws {
    try await everyInterleaving { scenario in
      let channel = ChunkChannel(limit: 1)
      scenario.task("write") {
        for number in 1...2 as ClosedRange<UInt8> { try? await channel.send(Data([number])) }
        scenario.record("written")
      }
      scenario.body("break") { channel.finish(.failure(Broken())) }
      scenario.task("read") { await Self.read(channel, scenario) }
      scenario.check {
        try scenario.expect(scenario.count(of: "failed") == 1, "What broke off is no end.")
        try scenario.expect(scenario.count(of: "written") == 1, "The writer goes on.")
        let read = scenario.events.filter { $0.hasPrefix("read") }
        try scenario.expect(["read 1", "read 2"].starts(with: read), "In order, without a gap.")
      }
    }
  }

  @Test("whose reader is cancelled lets both go when it is aborted")
  func cancelled() async throws {
    try await everyInterleaving { scenario in
      let channel = ChunkChannel(limit: 1)
      scenario.task("write") {
        for number in 1...2 as ClosedRange<UInt8> { try? await channel.send(Data([number])) }
        scenario.record("written")
      }
      let reader = scenario.task("read") {
        await Self.read(channel, scenario)
        channel.abort(CancellationError())
      }
      scenario.body("cancel") { reader.cancel() }
      scenario.check {
        try scenario.expect(scenario.count(of: "written") == 1, "The writer goes on.")
        try scenario.expect(scenario.count(of: "cancelled") == 1, "The reader is told once.")
      }
    }
  }
}
