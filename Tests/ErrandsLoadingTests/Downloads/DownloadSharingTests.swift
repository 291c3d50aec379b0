import Errands
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("Downloads at the same time", .timeLimit(.minutes(1)))
struct DownloadSharingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A file of a thousand bytes that stops in the middle until a gate is opened.
  private func halted(_ gate: Gate, seed: UInt8 = 1, tag: String? = "\"a\"") -> Script {
    var headers: HeaderFields = [:]
    if let tag { headers.append(name: "ETag", value: tag) }
    let bytes = TestFile.bytes(seed: seed)
    let steps: [Script.Step] = [.bytes(Array(bytes[..<500])), .wait(gate.wait), .bytes(Array(bytes[500...]))]
    return Script(headers: headers, framing: .length(1_000), steps: steps)
  }

  @Test(
    "Two of one request to one destination are one transfer, and end with the last",
    arguments: Carrier.allCases
  )
  func shared(_ carrier: Carrier) async throws {
    let gate = Gate()
    try await withFetcher(carrier, halted(gate)) { fetcher, upstream in
      let progress = (0..<3).map { _ in Events<RunProgress>() }
      let request = FetchRequest(upstream.url)
      var runs: [Run<DownloadedFile>] = []
      for events in progress {
        let download = fetcher.download(request, to: folder.destination(), options: .digesting)
        runs.append(download.begun(events))
        _ = try await events.first { $0.completed == 500 }
      }
      runs[0].cancel()
      #expect(await runs[0].settled.isCancelled)
      gate.open()
      let files = try await (runs[1].value, runs[2].value)
      #expect(files.0 == files.1)
      #expect(files.0.sha256 == TestFile.digest())
      #expect(upstream.requestCount == 1)
      #expect(fetcher.downloads.count == 0)
    }
    #expect(folder.names == ["a.bin"])
  }

  /// The server named the file of both, and at the path that one of them wanted was nothing.
  @Test("One into a folder and one to a path are two, though they begin under the same name")
  func folderAndPath() async throws {
    let gate = Gate()
    var script = halted(gate)
    script.headers.append(name: "Content-Disposition", value: "attachment; filename=other.bin")
    try await withFetcher(.asyncHTTPClient, script) { fetcher, upstream in
      let request = FetchRequest(upstream.url("/a.bin"))
      let first = fetcher.download(request, to: Destination(folder: folder.path)).run()
      _ = try await upstream.request(1)
      let second = fetcher.download(request, to: folder.destination()).run()
      _ = try await upstream.request(2)
      gate.open()
      #expect(try await first.value.path == folder.path("other.bin"))
      #expect(try await second.value.path == folder.path("a.bin"))
    }
    #expect(folder.names == ["a.bin", "other.bin"])
  }

  /// It had asked before the change.
  @Test("One that is begun behind a change joins none from before it")
  func behindChange() async throws {
    let gate = Gate()
    let (old, new) = (halted(gate, seed: 1), TestFile.served(tag: "\"b\"", seed: 2))
    try await withFetcher(
      .asyncHTTPClient,
      respond: { request in
        switch request.number {
        case 1: old
        case 2: .status(204)
        default: new.answer(to: request)
        }
      }
    ) { fetcher, upstream in
      let request = FetchRequest(upstream.url("/a.bin"))
      let first = fetcher.download(request, to: folder.destination()).run()
      _ = try await upstream.request(1)
      _ = try await fetcher.data(for: FetchRequest(request.url, method: .put)).value()
      let second = fetcher.download(request, to: folder.destination()).run()
      gate.open()
      _ = try await (first.value, second.value)
      #expect(folder.content(of: "a.bin") == TestFile.data(seed: 2))
    }
  }

  /// What one of them wanted was done for the other: a limit, a digest, the question whether anything has changed.
  @Test("Two that want different things of one file are two")
  func differentOptions() async throws {
    let gate = Gate()
    var changes: [@Sendable (inout DownloadOptions) -> Void] = [
      { $0.byteLimit = 2_000 }, { $0.sha256 = TestFile.digest() }, { $0.resumes = false },
      { $0.computesSHA256 = false },
    ]
    changes.append { [folder] options in
      options.validators = FileValidators(folder: folder.path("state"))
      options.asksIfChanged = true
    }
    try await withFetcher(.asyncHTTPClient, halted(gate)) { [changes] fetcher, upstream in
      let request = FetchRequest(upstream.url)
      let plain = Events<RunProgress>()
      var runs = [
        fetcher.download(request, to: folder.destination(), options: .digesting).begun(plain)
      ]
      _ = try await plain.first { $0.completed == 500 }
      for (number, change) in changes.enumerated() {
        var options = DownloadOptions.digesting
        change(&options)
        runs.append(fetcher.download(request, to: folder.destination(), options: options).run())
        _ = try await upstream.request(number + 2)
      }
      gate.open()
      let digests = try await Errand.all(runs.map { run in Errand { try await run.value.sha256 } }).value()
      let expected = TestFile.digest()
      #expect(digests == [expected, expected, expected, expected, nil, expected])
    }
    #expect(folder.content(of: "a.bin") == TestFile.data())
    #expect(folder.names == ["a.bin", "state"])
  }

  @Test("Two different ones for one destination do not disturb one another", arguments: Carrier.allCases)
  func differentRequests(_ carrier: Carrier) async throws {
    let gates = [Gate(), Gate()]
    let scripts = [halted(gates[0], seed: 1), halted(gates[1], seed: 2, tag: "\"b\"")]
    try await withFetcher(carrier, respond: { scripts[$0.path == "/0" ? 0 : 1] }) { fetcher, upstream in
      var runs: [Run<DownloadedFile>] = []
      for path in ["/0", "/1"] {
        let events = Events<RunProgress>()
        runs.append(
          fetcher.download(FetchRequest(upstream.url(path)), to: folder.destination(), options: .digesting)
            .begun(events)
        )
        _ = try await events.first { $0.completed == 500 }
      }
      #expect(!folder.names.contains("a.bin"))
      for (number, seed) in [(1, UInt8(2)), (0, UInt8(1))] {
        gates[number].open()
        #expect(try await runs[number].value.sha256 == TestFile.digest(seed: seed))
        #expect(folder.content(of: "a.bin") == TestFile.data(seed: seed))
      }
    }
    #expect(folder.names == ["a.bin"])
  }

  /// As two processes are: they know nothing of each other but the lock of the partial file.
  @Test("Two fetchers that load one file to one place both get it", arguments: Carrier.allCases)
  func twoFetchers(_ carrier: Carrier) async throws {
    let gate = Gate()
    try await withFetcher(carrier, halted(gate)) { fetcher, upstream in
      let other = Fetcher(transport: carrier.transport(), configuration: fetcher.configuration)
      var runs: [Run<DownloadedFile>] = []
      for fetcher in [fetcher, other] {
        let events = Events<RunProgress>()
        let download = fetcher.download(
          FetchRequest(upstream.url),
          to: folder.destination(),
          options: .digesting
        )
        runs.append(download.begun(events))
        _ = try await events.first { $0.completed == 500 }
      }
      gate.open()
      for run in runs { #expect(try await run.value.sha256 == TestFile.digest()) }
      #expect(upstream.requestCount == 2)
    }
    #expect(folder.content(of: "a.bin") == TestFile.data())
    #expect(folder.names == ["a.bin"])
  }

  @Test(
    "Of two that are not to write over one another one finds the other's file, or goes beside it",
    arguments: [
      Destination.ExistingFile.fail, .keepBoth,
    ]
  )
  func notReplacing(_ existing: Destination.ExistingFile) async throws {
    let gate = Gate()
    try await withFetcher(.asyncHTTPClient, halted(gate)) { fetcher, upstream in
      let request = FetchRequest(upstream.url)
      let runs = (0..<2).map { _ in
        fetcher.download(request, to: folder.destination(existing: existing)).run()
      }
      _ = try await upstream.request(2)
      gate.open()
      let outcomes = [await runs[0].settled, await runs[1].settled]
      let failed = outcomes.compactMap(\.fileFailure)
      #expect(failed == (existing == .fail ? [.exists(folder.path("a.bin"))] : []))
    }
    let visible = folder.names.filter { !$0.hasPrefix(".") }
    #expect(visible == (existing == .fail ? ["a.bin"] : ["a 2.bin", "a.bin"]))
    for name in visible { #expect(folder.content(of: name) == TestFile.data()) }
  }

  @Test("A hundred at once into one folder, over few places, are all right")
  func hundred() async throws {
    var limits = Admission.Limits()
    limits.perHost = 4
    let admission = Admission(limits: limits)
    try await withFetcher(
      .asyncHTTPClient,
      { $0.admission = admission },
      respond: { request in
        TestFile.served(10_000, seed: UInt8(request.path.dropFirst()) ?? 0).answer(to: request)
      },
      { fetcher, upstream in
        try await withThrowingTaskGroup(of: Void.self) { group in
          for number in 1...100 {
            group.addTask {
              let url = upstream.url("/\(number)")
              let place = Destination(folder: folder.path)
              let file = try await fetcher.download(FetchRequest(url), to: place, options: .digesting).value()
              #expect(file.sha256 == TestFile.digest(10_000, seed: UInt8(number)))
            }
          }
          try await group.waitForAll()
        }
        #expect(upstream.mostRequestsAtOnce <= 4)
      }
    )
    #expect(folder.names.count == 100)
    #expect(admission.counts == Admission.Counts())
  }
}
