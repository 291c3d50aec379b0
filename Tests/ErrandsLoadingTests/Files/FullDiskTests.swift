import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("A disk without room")
struct FullDiskTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func needed(_ error: (any Error)?) -> (needed: Int64?, free: Int64)? {
    guard case .noSpace(_, let needed, let free)? = error as? FileFailure else { return nil }
    return (needed, free)
  }

  @Test("Is told of before the first byte, where the length is known, and nothing is left")
  func announced() throws {
    let free = try #require(FreeSpace.bytes(in: folder.path))
    // More by what other programs may let go of meanwhile.
    for length in [free + (1 << 32), .max] {
      let file = try #require(try folder.partial())
      let error = #expect(throws: FileFailure.self) { try file.begin(.test(11), length: length) }
      let told = try #require(needed(error))
      #expect(told.free < length)
      #expect(try #require(told.needed) >= length)
      file.close()
      #expect(folder.names == [])
    }
    try FreeSpace.check(0, for: folder.path + "/a.bin")
  }

  @Test("Is told of before a body is gone on with, by what is still missing")
  func announcedOnResume() throws {
    let free = try #require(FreeSpace.bytes(in: folder.path))
    let file = try #require(try folder.partial())
    try file.begin(.test(Int(free) + (1 << 40)), length: nil)
    try file.append("hello")
    file.close()
    let next = try #require(try folder.partial())
    #expect(next.held == 5)
    let error = #expect(throws: FileFailure.self) { try next.append("x") }
    #expect(needed(error) != nil)
    next.close()
    #expect(try folder.partial()?.held == 5)
  }

  @Test("Is a sentence with what is needed and what is free")
  func sentences() {
    #expect(
      FileFailure.noSpace("/a", needed: 10, free: 3).description
        == "/a does not fit: it needs 10 bytes, and its disk has 3 free; make room, or name another disk."
    )
    #expect(
      FileFailure.noSpace("/a", needed: nil, free: 3).description
        == "/a does not fit: its disk is full, with 3 bytes free; make room, or name another disk."
    )
    let full = FileFailure(POSIXError(.ENOSPC), writing: "/tmp/a", needed: 7)
    #expect(needed(full)?.needed == 7)
    #expect(FileFailure(POSIXError(.EISDIR), writing: "/a") == .isFolder("/a"))
    #expect(
      FileFailure(POSIXError(.EROFS), writing: "/a") == .file("/a", reason: "Read-only file system")
    )
  }

  @Test("Is what the system says of /dev/full")
  func devFull() throws {
    let file = try OpenFile("/dev/full", O_WRONLY)
    let error = #expect(throws: POSIXError.self) { try file.write(Data("x".utf8), at: 0) }
    #expect(error?.code == .ENOSPC)
  }

  @Test(
    "Fails a body in its middle, and what has come stays to be gone on with",
    .enabled(if: SmallDisk.isPossible)
  )
  func real() throws {
    let disk = try SmallDisk(at: folder.path, bytes: 1 << 20)
    defer { withExtendedLifetime(disk) {} }
    let file = try #require(try folder.partial())
    try file.begin(.test(nil), length: nil)
    try file.append(Data(repeating: 1, count: 900_000))
    let error = #expect(throws: FileFailure.self) { try file.append(Data(repeating: 2, count: 900_000)) }
    #expect(try #require(needed(error)).free < 1 << 20)
    file.close()
    let next = try #require(try folder.partial())
    #expect(next.held >= 900_000)
    // An announced length is refused at once.
    #expect(needed(#expect(throws: FileFailure.self) { try next.begin(.test(9), length: 900_000) }) != nil)
    next.close()
    // A whole file leaves nothing.
    let big = folder.path + "/b.bin"
    #expect(
      needed(
        #expect(throws: FileFailure.self) {
          try WholeFile.write(Data(repeating: 3, count: 2 << 20), to: big)
        }
      )?.needed == 2 << 20
    )
    #expect(folder.names == [])
  }

  /// Each server has a port of its own, and so each run an address of its own.
  private func request(_ upstream: ScriptedUpstream) -> FetchRequest {
    var request = FetchRequest(upstream.url)
    request.key = "the file"
    return request
  }

  @Test(
    "Fails a download, before its body where the length is known, and in its midst where it is not",
    .enabled(if: SmallDisk.isPossible),
    arguments: Carrier.allCases
  )
  func download(_ carrier: Carrier) async throws {
    let disk = try SmallDisk(at: folder.path, bytes: 1 << 20)
    defer { withExtendedLifetime(disk) {} }
    var script = TestFile.served(2 << 20).answer(to: RecordedRequest(path: "/"))
    for framing in [Script.Framing.automatic, .chunked] {
      script.framing = framing
      try await withFetcher(carrier, { $0.triesAgain() }, respond: { [script] _ in script }) {
        fetcher,
        upstream in
        let outcome = await fetcher.download(request(upstream), to: folder.destination()).outcome()
        guard case .failure(let error) = outcome, let told = needed(error) else {
          Issue.record("The disk was not told to be full: \(outcome)")
          return
        }
        #expect(told.free < 1 << 20)
        // A disk does not get larger by another try.
        #expect(upstream.requestCount == 1)
        #expect(folder.content(of: "a.bin") == nil)
      }
    }
    // What has come is gone on with when there is room.
    try disk.grow(to: 8 << 20)
    try await withFetcher(carrier, respond: { TestFile.served(2 << 20).answer(to: $0) }) {
      fetcher,
      upstream in
      let file = try await fetcher.download(request(upstream), to: folder.destination()).value()
      #expect(file.resumedFrom > 0)
    }
    #expect(folder.content(of: "a.bin") == TestFile.data(2 << 20))
  }

  @Test("Fails a body that is longer than a process may write")
  func limited() async throws {
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      signal(SIGXFSZ, SIG_IGN)
      #if canImport(Darwin)
        let resource = RLIMIT_FSIZE
      #else
        let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
      #endif
      var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
      #expect(setrlimit(resource, &limit) == 0)
      let place = try Destination(file: path + "/a.bin").place(for: .file).prepared()
      guard case .opened(let file) = try PartialFile.open(place, source: .test) else {
        Issue.record("another one writes there")
        return
      }
      try file.begin(.test(nil), length: nil)
      #expect(throws: FileFailure.file(path + "/a.bin", reason: "File too large")) {
        try file.append(Data(repeating: 1, count: 200_000))
      }
    }
    // The process has ended, and what it wrote is gone on with if it was counted as written; here it was not.
    #expect(folder.text(of: "a.bin") == nil)
  }
}
