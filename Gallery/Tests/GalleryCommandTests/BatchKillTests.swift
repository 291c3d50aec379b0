import ErrandsAsyncHTTPClient
import ErrandsLoading
import Foundation
import Testing

/// What a client of batches has at the end, however often the server is killed under it: each member once, and one end.
///
/// `GALLERY_KILL_ROUNDS=200` kills it so many times; a handful are enough for every day.
@Suite("gallery serve, killed under batches", .timeLimit(.minutes(60)))
struct BatchKillTests {
  private struct Batch: Decodable {
    struct Member: Decodable {
      let index: Int
      let status: String
    }
    struct Failure: Decodable { let index: Int }
    struct Done: Decodable {
      let succeeded: Int
      let failed: Int
      let cancelled: Int
      let timedOut: Bool
      let errors: [Failure]
    }
    let members: [Member]
    let done: Done?
  }

  private static let rounds =
    ProcessInfo.processInfo.environment["GALLERY_KILL_ROUNDS"].flatMap { Int($0) } ?? 5

  private func start(in folder: Folder) async throws -> (program: Program, address: String) {
    let program = try Program(["serve", "--port", "0", "--json", "--data", folder.path, "--retries", "0"])
    return (program, try await program.listening())
  }

  @Test("A batch goes on after kill -9 at any moment: each member is told once, and its end once")
  func killed() async throws {
    let folder = try Folder()
    var survivors = 0
    for round in 0..<Self.rounds {
      // Other photos each time, or they would all be in the cache; every fifth is none.
      let count = 40
      let addresses = (0..<count).map { index in
        index % 5 == 4 ? "/photos/\(index)/missing.jpg" : "/photos/\(round * 1000 + index).jpg?width=32"
      }
      var (program, address) = try await start(in: folder)
      let id = try await BatchStory.start(addresses, at: address)
      // A moment is what is tried here, and so there is nothing else to wait for.
      let pause = Duration.milliseconds(round * 97 % 251)
      let moment = Task { [program] in
        try await Task.sleep(for: pause)
        program.kill()
      }
      var story = BatchStory()
      try? await story.listen(to: id, at: address)
      try await moment.value
      _ = try await program.exitCode()
      if story.ends == 0 { survivors += 1 }
      (program, address) = try await start(in: folder)
      if story.ends == 0 { try await story.listen(to: id, at: address) }
      #expect(story.indices.sorted() == Array(0..<count), "round \(round)")
      #expect(story.ends == 1 && story.missed == 0, "round \(round)")
      let answer = try await Fetcher.unguarded()
        .json(Batch.self, for: FetchRequest(address: "\(address)/api/photos/\(id)")).value()
      #expect(answer.members.map(\.index) == Array(0..<count))
      #expect(answer.members.enumerated().allSatisfy { $1.status == ($0 % 5 == 4 ? "failed" : "succeeded") })
      let done = try #require(answer.done)
      #expect((done.succeeded, done.failed, done.cancelled, done.timedOut) == (32, 8, 0, false))
      #expect(done.errors.map(\.index) == stride(from: 4, to: count, by: 5).map(\.self))
      program.terminate()
      #expect(try await program.exitCode() == 0)
    }
    #expect(survivors > 0, "the batch of the first round has not ended when it has hardly begun")
    print("killed \(Self.rounds) times, \(survivors) of them before the end of the batch was heard")
  }

  @Test("A batch that was accepted is there, and goes on, though the server was killed at once")
  func atOnce() async throws {
    let folder = try Folder()
    let (program, address) = try await start(in: folder)
    var ids: [String] = []
    for number in 0..<4 {
      ids.append(try await BatchStory.start(["/photos/\(number).jpg?width=32"], at: address))
    }
    program.kill()
    _ = try await program.exitCode()
    let (again, other) = try await start(in: folder)
    for id in ids {
      var story = BatchStory()
      try await story.listen(to: id, at: other)
      #expect(story.indices == [0] && story.ends == 1)
    }
    again.terminate()
    #expect(try await again.exitCode() == 0)
  }
}
