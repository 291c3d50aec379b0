import Errands
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("Downloads to a file", .timeLimit(.minutes(1)))
struct DownloadTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("A file comes whole, with its time, its digest and its events in order", arguments: Carrier.allCases)
  func whole(_ carrier: Carrier) async throws {
    let events = Events<DownloadEvent>()
    let progress = Events<RunProgress>()
    let served = TestFile.served(1_000_000)
    try await withFetcher(carrier, respond: { served.answer(to: $0) }) { fetcher, upstream in
      let path = folder.path("new/a.bin")
      let file = try await fetcher.download(
        FetchRequest(upstream.url("/a.bin")),
        to: Destination(file: path),
        options: .digesting
      ) { events.record($0) }
      .begun(progress).value
      #expect(file.path == path)
      #expect(file.byteCount == 1_000_000)
      #expect(file.sha256 == TestFile.digest(1_000_000))
      #expect((file.head.status, file.resumedFrom, file.tries, file.isUnchanged) == (200, 0, 1, false))
      #expect(events.all == [.trying(1), .receiving(path: path, status: 200, resumedFrom: 0)])
    }
    #expect(folder.content(of: "new/a.bin") == TestFile.data(1_000_000))
    #expect(try folder.modified("new/a.bin") == TestFile.modified)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("new")) == ["a.bin"])
    #expect(progress.all.first == RunProgress(completed: 0, total: 1_000_000))
    #expect(progress.all.last == RunProgress(completed: 1_000_000, total: 1_000_000))
  }

  @Test("A file of no bytes is a file", arguments: Carrier.allCases)
  func empty(_ carrier: Carrier) async throws {
    try await withFetcher(carrier, .ok([])) { fetcher, upstream in
      let file = try await fetcher.download(upstream.url, to: folder.destination()).get()
      #expect(file.byteCount == 0)
      #expect(file.sha256 == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }
    #expect(folder.names == ["a.bin"])
  }

  // MARK: Servers that refuse and lie

  @Test(
    "An error status leaves the file that is there, and nothing else",
    arguments: [404, 500],
    Carrier.allCases
  )
  func errorStatus(_ status: Int, _ carrier: Carrier) async throws {
    try folder.put("old", in: "a.bin")
    try await withFetcher(carrier, .status(status, text: "an error page")) { fetcher, upstream in
      let error = await fetcher.download(upstream.url, to: folder.destination()).fetchError
      #expect(error == FetchError(upstream.url, .status(status, retryAfter: nil)))
      #expect(error?.answer?.text == "an error page")
    }
    #expect(folder.text(of: "a.bin") == "old")
    #expect(folder.names == ["a.bin"])
  }

  /// Ways in which a body is not what its head says.
  enum Lie: String, CaseIterable, Sendable {
    case short, reset, chunkedCutOff, notHTTP

    var script: Script {
      switch self {
      case .short: Script(framing: .length(10), steps: [.text("abcd")])
      case .reset: Script(framing: .length(10), steps: [.text("abcd"), .reset])
      case .chunkedCutOff: Script(framing: .chunked, steps: [.text("abcd"), .close])
      case .notHTTP: .raw([.text("220 ftp.example.com FTP server ready.\r\n\r\n")])
      }
    }
  }

  @Test(
    "What breaks off without a validator never becomes the file, and leaves nothing",
    arguments: Lie.allCases,
    Carrier.allCases
  )
  func lies(_ lie: Lie, _ carrier: Carrier) async throws {
    try folder.put("old", in: "a.bin")
    try await withFetcher(carrier, lie.script) { fetcher, upstream in
      let outcome = await fetcher.download(upstream.url, to: folder.destination())
      #expect(outcome.fetchError != nil)
    }
    #expect(folder.text(of: "a.bin") == "old")
    #expect(folder.names == ["a.bin"])
  }

  @Test("The largest file is a limit, declared or not", arguments: [false, true], Carrier.allCases)
  func byteLimit(_ isDeclared: Bool, _ carrier: Carrier) async throws {
    let steps: [Script.Step] = [.repeating([7], count: 1_001)]
    let script = Script(framing: isDeclared ? .automatic : .chunked, steps: steps)
    try await withFetcher(carrier, script) { fetcher, upstream in
      var options = DownloadOptions()
      options.byteLimit = 1_000
      let error = await fetcher.download(upstream.url, to: folder.destination(), options).fetchError
      #expect(error == FetchError(upstream.url, .tooLarge(limit: 1_000)))
      #expect(folder.names.isEmpty)
      options.byteLimit = 1_001
      let file = try await fetcher.download(upstream.url, to: folder.destination(), options).get()
      #expect(file.byteCount == 1_001)
    }
    #expect(folder.names == ["a.bin"])
  }

  /// The file that was there was replaced by one of no bytes.
  @Test("HEAD brings nothing to put into a file, and is not sent")
  func head() async throws {
    try folder.put("old", in: "a.bin")
    try await withFetcher(.asyncHTTPClient, .ok("new")) { fetcher, upstream in
      let request = FetchRequest(upstream.url, method: .head)
      let error = await fetcher.download(request, to: folder.destination()).outcome().fetchError
      #expect(error?.kind == "invalidRequest")
      let sentence = "was not asked for: HEAD brings no body for a file; use GET."
      #expect(error?.description == "\(upstream.url) \(sentence)")
      #expect(upstream.requestCount == 0)
    }
    #expect(folder.text(of: "a.bin") == "old")
  }

  @Test("The answer to a POST can be a file, and each download sends its own")
  func post() async throws {
    try await withFetcher(
      .asyncHTTPClient,
      respond: { .ok("\($0.method) \($0.text)") },
      { fetcher, upstream in
        var request = FetchRequest(upstream.url, method: .post)
        request.body = .bytes(Data("report".utf8))
        async let one = fetcher.download(request, to: folder.destination()).outcome()
        async let two = fetcher.download(request, to: folder.destination()).outcome()
        _ = try await (one.get(), two.get())
        #expect(upstream.requestCount == 2)
      }
    )
    #expect(folder.text(of: "a.bin") == "POST report")
    #expect(folder.names == ["a.bin"])
  }

  // MARK: Digests

  /// A good half second for each GiB, of which most have no use.
  @Test("The digest is worked out where one asks for it", arguments: Carrier.allCases)
  func askedDigest(_ carrier: Carrier) async throws {
    try await withFetcher(carrier, .ok(TestFile.bytes())) { fetcher, upstream in
      for (options, digest) in [(DownloadOptions(), nil), (.digesting, TestFile.digest())] {
        let file = try await fetcher.download(upstream.url, to: folder.destination(), options).get()
        #expect(file.sha256 == digest)
        #expect(folder.content(of: "a.bin") == TestFile.data())
      }
    }
  }

  @Test("The digest that is asked for is that of the file, in whatever case", arguments: Carrier.allCases)
  func rightDigest(_ carrier: Carrier) async throws {
    try await withFetcher(carrier, .ok(TestFile.bytes())) { fetcher, upstream in
      var options = DownloadOptions()
      options.sha256 = TestFile.digest().uppercased()
      let file = try await fetcher.download(upstream.url, to: folder.destination(), options).get()
      #expect(file.sha256 == TestFile.digest())
    }
  }

  @Test(
    "A file with another digest is not put in its place, nor kept to go on with",
    arguments: Carrier.allCases
  )
  func wrongDigest(_ carrier: Carrier) async throws {
    try folder.put("old", in: "a.bin")
    let served = TestFile.served(seed: 2)
    try await withFetcher(carrier, respond: { served.answer(to: $0) }) { fetcher, upstream in
      var options = DownloadOptions()
      options.sha256 = TestFile.digest()
      let outcome = await fetcher.download(upstream.url, to: folder.destination(), options)
      let failure = FileFailure.checksum(
        folder.path("a.bin"),
        expected: TestFile.digest(),
        actual: TestFile.digest(seed: 2)
      )
      #expect(outcome.fileFailure == failure)
    }
    #expect(folder.text(of: "a.bin") == "old")
    #expect(folder.names == ["a.bin"])
  }

  // MARK: Places

  @Test("A file that is there is replaced, kept beside, or an error before anything is sent")
  func existing() async throws {
    try await withFetcher(.asyncHTTPClient, respond: { .ok("new \($0.number)") }) { fetcher, upstream in
      for existing in Destination.ExistingFile.allCases {
        try folder.put("old", in: "\(existing.rawValue).txt")
        let destination = folder.destination("\(existing.rawValue).txt", existing: existing)
        let outcome = await fetcher.download(upstream.url, to: destination)
        switch existing {
        case .replace:
          #expect(try outcome.get().path == folder.path("replace.txt"))
          #expect(folder.text(of: "replace.txt") == "new 1")
        case .keepBoth:
          #expect(try outcome.get().path == folder.path("keep-both 2.txt"))
          #expect(folder.text(of: "keep-both.txt") == "old")
          #expect(folder.text(of: "keep-both 2.txt") == "new 2")
        case .fail:
          #expect(outcome.fileFailure == .exists(folder.path("fail.txt")))
          #expect(folder.text(of: "fail.txt") == "old")
          #expect(upstream.requestCount == 2)
        }
      }
    }
    #expect(folder.names.count == 4)
  }

  @Test("A folder, a device and a link to nothing are refused before anything is sent")
  func notFiles() async throws {
    try FileManager.default.createDirectory(atPath: folder.path("folder"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "nowhere")
    try await withFetcher(.asyncHTTPClient, .ok("new")) { fetcher, upstream in
      let inFolder = await fetcher.download(upstream.url, to: folder.destination("folder"))
      #expect(inFolder.fileFailure == .isFolder(folder.path("folder")))
      let device = await fetcher.download(upstream.url, to: Destination(file: "/dev/null"))
      #expect(device.fileFailure == .notFile("/dev/null"))
      let link = await fetcher.download(upstream.url, to: folder.destination("link"))
      #expect(link.fileFailure == .danglingLink(folder.path("link"), target: "nowhere"))
      #expect(upstream.requestCount == 0)
      #expect(upstream.connectionsAccepted == 0)
    }
    #expect(folder.names == ["folder", "link"])
  }

  @Test("The file that a link leads to is replaced, and the link stays")
  func link() async throws {
    try folder.put("old", in: "target")
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "target")
    try await withFetcher(.asyncHTTPClient, .ok("new")) { fetcher, upstream in
      _ = try await fetcher.download(upstream.url, to: folder.destination("link")).get()
    }
    #expect(folder.text(of: "target") == "new")
    #expect(try folder.status(of: "link")?.kind == .link)
    #expect(folder.names == ["link", "target"])
  }

  /// A folder that becomes a file's name while the file comes, and a link that is planted there.
  @Test("Whoever plants something at the destination meanwhile gains nothing", arguments: [false, true])
  func planted(_ isLink: Bool) async throws {
    let gate = Gate()
    try folder.put("secret", in: "target")
    let script = Script(framing: .length(4), steps: [.text("ne"), .wait(gate.wait), .text("w!")])
    try await withFetcher(.asyncHTTPClient, script) { fetcher, upstream in
      let progress = Events<RunProgress>()
      let run = fetcher.download(FetchRequest(upstream.url), to: folder.destination()).begun(progress)
      _ = try await progress.first { $0.completed == 2 }
      if isLink {
        try FileManager.default.createSymbolicLink(
          atPath: folder.path("a.bin"),
          withDestinationPath: "target"
        )
      } else {
        try FileManager.default.createDirectory(
          atPath: folder.path("a.bin"),
          withIntermediateDirectories: false
        )
      }
      gate.open()
      let outcome = await run.settled
      if isLink {
        #expect(try outcome.get().byteCount == 4)
        #expect(try folder.status(of: "a.bin")?.kind == .file)
      } else {
        #expect(outcome.fileFailure == .isFolder(folder.path("a.bin")))
      }
    }
    #expect(folder.text(of: "target") == "secret")
    #expect(folder.names == ["a.bin", "target"])
  }

  @Test(
    "The server names the file, and cannot lead it out of its folder",
    arguments: [
      ("attachment; filename=\"photo.jpg\"", "photo.jpg"),
      ("attachment; filename*=UTF-8''%E1%BA%A3nh.jpg; filename=\"anh.jpg\"", "ảnh.jpg"),
      ("attachment; filename=\"../../evil.sh\"", "evil.sh"),
      ("attachment; filename=\"C:\\\\windows\\\\evil.exe\"", "evil.exe"),
      ("attachment; filename=\"..\"", "named-by-url.bin"),
      ("inline", "named-by-url.bin"),
    ],
    Carrier.allCases
  )
  func names(_ naming: (field: String, name: String), _ carrier: Carrier) async throws {
    try await withFetcher(
      carrier,
      Script(headers: ["Content-Disposition": naming.field], steps: [.text("new")])
    ) { fetcher, upstream in
      let events = Events<DownloadEvent>()
      let file = try await fetcher.download(
        upstream.url("/x/named-by-url.bin"),
        to: Destination(folder: folder.path("in")),
        events: events
      ).get()
      #expect(file.path == folder.path("in/" + naming.name))
      #expect(events.all.last == .receiving(path: file.path, status: 200, resumedFrom: 0))
    }
    #expect(folder.names == ["in"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("in")) == [naming.name])
  }

  /// Paused and gone on with, `report.pdf` was there as `report 2.pdf`, and once more as `report 3.pdf`.
  @Test("A download that is run again has the name that it had, though the server gives it")
  func nameOfEachRun() async throws {
    let script = Script(
      headers: ["Content-Disposition": "attachment; filename=report.pdf"],
      steps: [.text("new")]
    )
    try await withFetcher(.asyncHTTPClient, script) { fetcher, upstream in
      let names = FileNames()
      let destination = Destination(folder: folder.path, names: names)
      let download = fetcher.download(FetchRequest(upstream.url("/a.bin")), to: destination)
      for _ in 0..<3 {
        let file = try await download.value()
        #expect(file.path == folder.path("report.pdf"))
      }
      let other = fetcher.download(FetchRequest(upstream.url("/a.bin")), to: destination)
      let file = try await other.value()
      #expect(file.path == folder.path("report 2.pdf"))
    }
    #expect(Set(folder.names) == ["report.pdf", "report 2.pdf"])
  }

  @Test(
    "Many downloads of one name into one folder at once are as many files",
    arguments: Destination.ExistingFile.allCases
  )
  func sameNames(_ existing: Destination.ExistingFile) async throws {
    try await withFetcher(
      .asyncHTTPClient,
      respond: { request in
        .ok(request.query ?? "", headers: ["Content-Disposition": "attachment; filename=\"photo.jpg\""])
      },
      { fetcher, upstream in
        let destination = Destination(folder: folder.path, existing: existing)
        let downloads = try (0..<20).map { number in
          let url = try URL(fetching: "\(upstream.url("/a.bin"))?\(number)")
          return fetcher.download(FetchRequest(url), to: destination)
        }
        let files = try await withThrowingTaskGroup(of: DownloadedFile.self) { group in
          for download in downloads { group.addTask { try await download.value() } }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(files.map(\.path)).count == 20)
        let texts = Set(folder.names.map { folder.text(of: $0) ?? "" })
        #expect(texts == Set((0..<20).map { "\($0)" }))
      }
    )
    #expect(folder.names.count == 20)
  }

  @Test("A missing folder is made, or is an error where that is not wanted")
  func missingFolder() async throws {
    try await withFetcher(.asyncHTTPClient, .ok("new")) { fetcher, upstream in
      let destination = Destination(file: folder.path("no/a.bin"), makesFolders: false)
      let outcome = await fetcher.download(upstream.url, to: destination)
      #expect(outcome.fileFailure == .noFolder(folder.path("no")))
      #expect(upstream.requestCount == 0)
    }
    #expect(folder.names.isEmpty)
  }

  // MARK: Memory

  /// Bodies were collected before they were written. How much of one lies in memory is told by how far the server is ahead,
  /// less what is in the buffers of two sockets; the process has the memory of other tests, too.
  @Test("A slow disk holds up the server, and does not fill the memory")
  func backPressure() async throws {
    let count = 64 << 20
    let clock = VirtualClock()
    let served = ServedFile(.computed(count: count) { range in [UInt8](repeating: 7, count: range.count) })
    try await withFetcher(
      .asyncHTTPClient,
      respond: { served.answer(to: $0) },
      { fetcher, upstream in
        var configuration = fetcher.configuration
        configuration.clock = clock
        let fetcher = Fetcher(transport: Carrier.asyncHTTPClient.transport(), configuration: configuration)
        var options = DownloadOptions()
        options.silence = nil
        // Each chunk is followed by a wait.
        options.bandwidth = BandwidthLimit(bytesPerSecond: 1 << 20, clock: clock)
        let errand = fetcher.download(FetchRequest(upstream.url), to: folder.destination(), options: options)
        let furthest = Lock<Int64>(0)
        let file = try await clock.drive(by: .seconds(1)) {
          let run = errand.begin(in: nil as Scope?) { run in
            run.onProgress(on: .immediate) { progress in
              let ahead = Int64(upstream.bytesSent) - progress.completed
              furthest.withLock { $0 = max($0, ahead) }
            }
          }
          return try await run.value
        }
        #expect(file.byteCount == Int64(count))
        #expect(furthest.withLock { $0 } < 32 << 20)
      }
    )
  }
}

extension Result where Failure == any Error {
  /// The error of the file that it failed with.
  var fileFailure: FileFailure? {
    guard case .failure(let error) = self else { return nil }
    return error as? FileFailure
  }
}
