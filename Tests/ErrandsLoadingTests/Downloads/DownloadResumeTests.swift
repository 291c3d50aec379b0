import Errands
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("Downloads that break off and are gone on with", .timeLimit(.minutes(1)))
struct DownloadResumeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A download that breaks off, as in a process that is no longer there.
  private func breakOff(
    _ carrier: Carrier = .asyncHTTPClient,
    at position: Int = 700,
    _ served: ServedFile = TestFile.served(),
    framing: Script.Framing = .automatic
  ) async throws {
    let script: @Sendable (RecordedRequest) -> Script = { request in
      var script = served.answer(to: request, breakingOffAt: position)
      script.framing = framing
      return script
    }
    try await withFetcher(carrier, respond: script) { fetcher, upstream in
      let outcome = await fetcher.download(request(upstream), to: folder.destination()).outcome()
      #expect(outcome.fetchError?.kind == "truncated")
    }
    #expect(folder.names == [".a.bin.part", ".a.bin.part.json"])
  }

  /// Each server has a port of its own, and so each run an address of its own: the downloads have a key.
  private func request(_ upstream: ScriptedUpstream, _ path: String = "/a.bin") -> FetchRequest {
    var request = FetchRequest(upstream.url(path))
    request.key = "the file"
    return request
  }

  /// It landed under the name of its address: the rest need not say again what the beginning has said.
  @Test("A file that is gone on with has the name that its beginning gave it", arguments: Carrier.allCases)
  func named(_ carrier: Carrier) async throws {
    for isRest in [false, true] {
      let script: @Sendable (RecordedRequest) -> Script = { request in
        let served = TestFile.served()
        if isRest { return served.answer(to: request) }
        var script = served.answer(to: request, breakingOffAt: 700)
        script.headers.append(name: "Content-Disposition", value: "attachment; filename=report.bin")
        return script
      }
      try await withFetcher(carrier, respond: script) { fetcher, upstream in
        let destination = Destination(folder: folder.path)
        let outcome = await fetcher.download(request(upstream), to: destination).outcome()
        #expect((outcome.fetchError == nil) == isRest)
        #expect(upstream.requests.last?.headers["Range"] == (isRest ? "bytes=700-" : nil))
      }
    }
    #expect(folder.names == ["report.bin"])
    #expect(folder.content(of: "report.bin") == TestFile.data())
  }

  /// What was there was read once more, for a digest that nobody had asked for.
  @Test(
    "What goes on has a digest where one asks for it, and is whole without one",
    arguments: [false, true]
  )
  func digestOfRest(_ isAsked: Bool) async throws {
    try await breakOff()
    let served = TestFile.served()
    try await withFetcher(.asyncHTTPClient, respond: { served.answer(to: $0) }) { fetcher, upstream in
      let options = isAsked ? DownloadOptions.digesting : DownloadOptions()
      let file = try await fetcher.download(request(upstream), to: folder.destination(), options: options)
        .value()
      #expect((file.resumedFrom, file.sha256) == (700, isAsked ? TestFile.digest() : nil))
    }
    #expect(folder.content(of: "a.bin") == TestFile.data())
    #expect(folder.names == ["a.bin"])
  }

  /// It was asked for ever: see `ResumeTests.sameBeginning`.
  @Test("A server that refuses every rest is given up, whatever was held before", arguments: Carrier.allCases)
  func refusedRests(_ carrier: Carrier) async throws {
    try await breakOff()
    let served = TestFile.served()
    try await withFetcher(
      carrier,
      { $0.retry = RetryPolicy(retries: 3, base: .zero) },
      respond: { request in
        if request.number > 20 { return served.answer(to: request) }
        return request.headers["Range"] == nil
          ? served.answer(to: request, breakingOffAt: 700) : .status(416)
      },
      { fetcher, upstream in
        let outcome = await fetcher.download(request(upstream), to: folder.destination()).outcome()
        #expect(outcome.fetchError?.cause == .truncated(received: 700, expected: 1_000))
        #expect(upstream.requestCount == 4)
      }
    )
  }

  /// Each try brought more of the new file, and none as much as there had been of the old one: it was given up.
  @Test(
    "A file that has changed comes in pieces, however much was held of the old one",
    arguments: Carrier.allCases
  )
  func changedInPieces(_ carrier: Carrier) async throws {
    try await breakOff(carrier)
    let new = TestFile.served(tag: "\"b\"", seed: 9)
    try await withFetcher(
      carrier,
      { $0.retry = RetryPolicy(retries: 1, base: .zero) },
      respond: { request in
        let first = request.number == 1 ? 0 : request.headers["Range"]?.firstNumber ?? 0
        return new.answer(to: request, breakingOffAt: first + 200)
      },
      { fetcher, upstream in
        let file = try await fetcher.download(request(upstream), to: folder.destination()).value()
        #expect((file.tries, file.resumedFrom) == (5, 0))
        #expect(
          upstream.requests.map { $0.headers["Range"] }
            == ["bytes=700-", "bytes=200-", "bytes=400-", "bytes=600-", "bytes=800-"]
        )
      }
    )
    #expect(folder.content(of: "a.bin") == TestFile.data(seed: 9))
  }

  @Test(
    "Two breaks, at 70 and at 80 per cent: the third request asks for the last fifth",
    arguments: Carrier.allCases
  )
  func twoBreaks(_ carrier: Carrier) async throws {
    let served = TestFile.served()
    let events = Events<DownloadEvent>()
    let path = folder.path("a.bin")
    try await withFetcher(
      carrier,
      { $0.triesAgain() },
      respond: { served.answer(to: $0, breakingOffAt: [700, 800, nil][$0.number - 1]) },
      { fetcher, upstream in
        let file = try await fetcher.download(upstream.url, to: folder.destination(), events: events).get()
        #expect(upstream.requests.map { $0.headers["Range"] } == [nil, "bytes=700-", "bytes=800-"])
        #expect(upstream.requests.map { $0.headers["If-Range"] } == [nil, "\"a\"", "\"a\""])
        #expect((file.tries, file.resumedFrom, file.byteCount) == (3, 0, 1_000))
        #expect(file.sha256 == TestFile.digest())
      }
    )
    #expect(
      events.all == [
        .trying(1), .receiving(path: path, status: 200, resumedFrom: 0),
        .trying(2), .receiving(path: path, status: 206, resumedFrom: 700),
        .trying(3), .receiving(path: path, status: 206, resumedFrom: 800),
      ]
    )
    #expect(folder.content(of: "a.bin") == TestFile.data())
    #expect(folder.names == ["a.bin"])
  }

  /// The time and the tag of a file that a later run finished were lost: the answer with its rest need not say them again.
  @Test("A later run goes on, and the file is what it would have been", arguments: Carrier.allCases)
  func restart(_ carrier: Carrier) async throws {
    try await breakOff(carrier)
    let events = Events<DownloadEvent>()
    let progress = Events<RunProgress>()
    let served = TestFile.served()
    var options = DownloadOptions()
    options.validators = FileValidators(folder: folder.path("state"))
    options.sha256 = TestFile.digest()
    try await withFetcher(carrier, respond: { served.answer(to: $0) }) { [options] fetcher, upstream in
      let file = try await fetcher.download(
        request(upstream),
        to: folder.destination(),
        options: options
      ) { events.record($0) }
      .begun(progress).value
      #expect(upstream.requests.map { $0.headers["Range"] } == ["bytes=700-"])
      #expect((file.head.status, file.tries, file.resumedFrom, file.byteCount) == (206, 1, 700, 1_000))
      #expect(file.sha256 == TestFile.digest())
      #expect(progress.all.first == RunProgress(completed: 700, total: 1_000))
      #expect(progress.all.last == RunProgress(completed: 1_000, total: 1_000))
      // And it is known what has been fetched.
      var again = options
      again.asksIfChanged = true
      let same = try await fetcher.download(request(upstream), to: folder.destination(), options: again)
        .value()
      #expect(same.isUnchanged)
    }
    let path = folder.path("a.bin")
    #expect(events.all == [.trying(1), .receiving(path: path, status: 206, resumedFrom: 700)])
    #expect(folder.content(of: "a.bin") == TestFile.data())
    #expect(try folder.modified("a.bin") == TestFile.modified)
    #expect(folder.names == ["a.bin", "state"])
  }

  @Test("Any number of runs may break off", arguments: Carrier.allCases)
  func manyRestarts(_ carrier: Carrier) async throws {
    let served = TestFile.served(5_000)
    for position in stride(from: 500, to: 5_000, by: 500) {
      try await breakOff(carrier, at: position, served)
    }
    try await withFetcher(carrier, respond: { served.answer(to: $0) }) { fetcher, upstream in
      let file = try await fetcher.download(request(upstream), to: folder.destination()).value()
      #expect(file.resumedFrom == 4_500)
      #expect(upstream.requests.first?.headers["Range"] == "bytes=4500-")
    }
    #expect(folder.content(of: "a.bin") == TestFile.data(5_000))
    #expect(folder.names == ["a.bin"])
  }

  @Test("By the date of the last change, where it is strong", arguments: Carrier.allCases)
  func byDate(_ carrier: Carrier) async throws {
    let served = TestFile.served(tag: nil)
    try await breakOff(carrier, at: 700, served)
    try await withFetcher(carrier, respond: { served.answer(to: $0) }) { fetcher, upstream in
      let file = try await fetcher.download(request(upstream), to: folder.destination()).value()
      #expect(file.resumedFrom == 700)
      #expect(upstream.requests.first?.headers["If-Range"] == "Sun, 06 Nov 1994 08:49:37 GMT")
    }
    #expect(folder.content(of: "a.bin") == TestFile.data())
  }

  @Test("A weak validator leaves nothing to go on with", arguments: Carrier.allCases)
  func weak(_ carrier: Carrier) async throws {
    let served = ServedFile(TestFile.bytes(), entityTag: "W/\"a\"")
    try await withFetcher(
      carrier,
      respond: { served.answer(to: $0, breakingOffAt: $0.number == 1 ? 700 : nil) }
    ) {
      fetcher,
      upstream in
      let outcome = await fetcher.download(request(upstream), to: folder.destination()).outcome()
      #expect(outcome.fetchError?.kind == "truncated")
      #expect(folder.names.isEmpty)
      let file = try await fetcher.download(request(upstream), to: folder.destination()).value()
      #expect(file.resumedFrom == 0)
      #expect(upstream.requests.map { $0.headers["Range"] } == [nil, nil])
    }
    #expect(folder.content(of: "a.bin") == TestFile.data())
  }

  // MARK: Amid a resume

  /// What answers the request for the rest, where that is not the rest of what is held.
  enum Amid: String, CaseIterable, Sendable {
    case otherFile, refused, otherPart, otherTag, weakTag, otherTotal, noTotal, lyingLength, moved, noRanges
    case compressed

    func script(_ request: RecordedRequest) -> Script {
      let new = TestFile.served(1_200, tag: "\"b\"", seed: 9)
      func part(_ range: String, tag: String = "\"a\"", _ more: HeaderFields = [:], _ count: Int = 300)
        -> Script
      {
        var headers: HeaderFields = ["ETag": tag, "Content-Range": range]
        for field in more.fields { headers.append(name: field.name, value: field.value) }
        return Script(status: 206, headers: headers, steps: [.bytes(TestFile.bytes(count, seed: 77))])
      }
      guard request.headers["Range"] != nil else { return new.answer(to: request) }
      switch self {
      case .otherFile: return new.answer(to: request)
      case .refused: return .status(416, headers: ["Content-Range": "bytes */1200"])
      case .otherPart: return part("bytes 600-899/1000")
      case .otherTag: return part("bytes 700-999/1000", tag: "\"b\"")
      case .weakTag: return part("bytes 700-999/1000", tag: "W/\"a\"")
      case .otherTotal: return part("bytes 700-999/1200")
      // Half of what was asked for would be taken for all of it.
      case .noTotal: return part("bytes 700-999/*")
      case .lyingLength: return part("bytes 700-999/1000", [:], 400)
      case .compressed: return part("bytes 700-999/1000", ["Content-Encoding": "gzip"])
      case .moved:
        return request.path == "/elsewhere" ? new.answer(to: request) : .redirect(to: "/elsewhere")
      case .noRanges:
        var new = new
        new.acceptsRanges = false
        return new.answer(to: request)
      }
    }
  }

  @Test(
    "What is no rest of what is held begins anew, in the same run and in a later one",
    arguments: Amid.allCases,
    Carrier.allCases
  )
  func amid(_ amid: Amid, _ carrier: Carrier) async throws {
    // Where the length is not known before, nothing but itself tells that a rest is none.
    let framing: Script.Framing = amid == .noTotal ? .chunked : .automatic
    try await withFetcher(
      carrier,
      { $0.triesAgain() },
      respond: { request in
        guard request.number == 1 else { return amid.script(request) }
        var script = TestFile.served().answer(to: request, breakingOffAt: 700)
        script.framing = framing
        return script
      },
      { fetcher, upstream in
        let file = try await fetcher.download(request(upstream), to: folder.destination()).value()
        #expect((file.head.status, file.byteCount, file.resumedFrom) == (200, 1_200, 0))
        #expect(upstream.requests[1].headers["Range"] == "bytes=700-")
      }
    )
    #expect(folder.content(of: "a.bin") == TestFile.data(1_200, seed: 9))
    #expect(folder.names == ["a.bin"])

    try FileManager.default.removeItem(atPath: folder.path("a.bin"))
    try await breakOff(carrier, framing: framing)
    try await withFetcher(carrier, respond: { amid.script($0) }) { fetcher, upstream in
      let file = try await fetcher.download(request(upstream), to: folder.destination()).value()
      #expect((file.head.status, file.byteCount, file.resumedFrom) == (200, 1_200, 0))
      #expect(upstream.requests[0].headers["Range"] == "bytes=700-")
    }
    #expect(folder.content(of: "a.bin") == TestFile.data(1_200, seed: 9))
    #expect(folder.names == ["a.bin"])
  }

  @Test("A rest that is given in parts is asked for until it is whole", arguments: Carrier.allCases)
  func partial(_ carrier: Carrier) async throws {
    let served = TestFile.served()
    try await breakOff(carrier)
    try await withFetcher(
      carrier,
      { $0.triesAgain() },
      respond: { request in
        guard request.number < 3, let first = request.headers["Range"]?.firstNumber else {
          return served.answer(to: request)
        }
        // A hundred bytes at a time, which a server may.
        return Script(
          status: 206,
          headers: ["ETag": "\"a\"", "Content-Range": "bytes \(first)-\(first + 99)/1000"],
          steps: [.bytes(Array(TestFile.bytes()[first..<first + 100]))]
        )
      },
      { fetcher, upstream in
        let file = try await fetcher.download(request(upstream), to: folder.destination()).value()
        #expect(upstream.requests.map { $0.headers["Range"] } == ["bytes=700-", "bytes=800-", "bytes=900-"])
        #expect((file.tries, file.resumedFrom) == (3, 700))
      }
    )
    #expect(folder.content(of: "a.bin") == TestFile.data())
  }

  /// The length of a rest was looked at only where it was too short: the file was put in its place with what came behind
  /// its end.
  @Test("A rest that is longer than it said is no file", arguments: Carrier.allCases)
  func tooLong(_ carrier: Carrier) async throws {
    try await breakOff(carrier)
    let script = Script(
      status: 206,
      headers: ["ETag": "\"a\"", "Content-Range": "bytes 700-999/1000"],
      framing: .chunked,
      steps: [.bytes(TestFile.bytes(500, seed: 5))]
    )
    try await withFetcher(carrier, script) { fetcher, upstream in
      let outcome = await fetcher.download(request(upstream), to: folder.destination()).outcome()
      #expect(outcome.fetchError?.kind == "malformedResponse")
    }
    #expect(!folder.names.contains("a.bin"))
  }

  @Test(
    "An error status amid a resume costs nothing: the next run goes on",
    arguments: [404, 503],
    Carrier.allCases
  )
  func errorAmid(_ status: Int, _ carrier: Carrier) async throws {
    try await breakOff(carrier)
    let served = TestFile.served()
    try await withFetcher(carrier, respond: { $0.number == 1 ? .status(status) : served.answer(to: $0) }) {
      fetcher,
      upstream in
      let refused = await fetcher.download(request(upstream), to: folder.destination()).outcome()
      #expect(refused.fetchError?.cause == .status(status, retryAfter: nil))
      #expect(folder.names == [".a.bin.part", ".a.bin.part.json"])
      let file = try await fetcher.download(request(upstream), to: folder.destination()).value()
      #expect(file.resumedFrom == 700)
    }
    #expect(folder.content(of: "a.bin") == TestFile.data())
    #expect(folder.names == ["a.bin"])
  }

  @Test(
    "A wrong digest behind a resume: nothing is put in place, and the next run begins anew",
    arguments: Carrier.allCases
  )
  func wrongDigest(_ carrier: Carrier) async throws {
    try await breakOff(carrier)
    // Somebody has been at the bytes.
    let part = try FileHandle(forWritingTo: URL(filePath: folder.path(".a.bin.part")))
    try part.write(contentsOf: Data([0xFF]))
    try part.close()
    let served = TestFile.served()
    var options = DownloadOptions()
    options.sha256 = TestFile.digest()
    try await withFetcher(carrier, respond: { served.answer(to: $0) }) { [options] fetcher, upstream in
      let outcome = await fetcher.download(request(upstream), to: folder.destination(), options: options)
        .outcome()
      guard case .checksum(_, TestFile.digest(), _) = outcome.fileFailure else {
        Issue.record("\(outcome)")
        return
      }
      #expect(folder.names.isEmpty)
      let file = try await fetcher.download(request(upstream), to: folder.destination(), options: options)
        .value()
      #expect(file.resumedFrom == 0)
      #expect(upstream.requests.map { $0.headers["Range"] } == ["bytes=700-", nil])
    }
    #expect(folder.content(of: "a.bin") == TestFile.data())
  }

  @Test("What is larger than the limit by now is not gone on with", arguments: Carrier.allCases)
  func limitBehind(_ carrier: Carrier) async throws {
    try await breakOff(carrier)
    let served = TestFile.served()
    var options = DownloadOptions()
    options.byteLimit = 900
    try await withFetcher(carrier, respond: { served.answer(to: $0) }) { [options] fetcher, upstream in
      let outcome = await fetcher.download(request(upstream), to: folder.destination(), options: options)
        .outcome()
      #expect(outcome.fetchError?.cause == .tooLarge(limit: 900))
    }
    #expect(!folder.names.contains("a.bin"))
  }

  // MARK: Which bytes are whose

  @Test("A fresh address for the same file goes on by its key", arguments: Carrier.allCases)
  func signed(_ carrier: Carrier) async throws {
    let served = TestFile.served()
    try await withFetcher(
      carrier,
      respond: { served.answer(to: $0, breakingOffAt: $0.number < 3 ? $0.number * 300 : nil) }
    ) {
      fetcher,
      upstream in
      for number in 1...3 {
        var request = FetchRequest(try URL(fetching: "\(upstream.url("/a.bin"))?signature=\(number)"))
        request.key = "photo 17"
        let outcome = await fetcher.download(request, to: folder.destination()).outcome()
        #expect(try number < 3 || outcome.get().resumedFrom == 600)
      }
      #expect(upstream.requests.map { $0.headers["Range"] } == [nil, "bytes=300-", "bytes=600-"])
      #expect(upstream.requests.map(\.query) == ["signature=1", "signature=2", "signature=3"])
    }
    #expect(folder.content(of: "a.bin") == TestFile.data())
    // No secret of an address lies on the disk.
    #expect(folder.names == ["a.bin"])
  }

  @Test("What another address has brought, or another key, is not gone on with", arguments: [false, true])
  func otherSource(_ hasKey: Bool) async throws {
    try await breakOff()
    let served = TestFile.served(1_200, seed: 9)
    try await withFetcher(.asyncHTTPClient, respond: { served.answer(to: $0) }) { fetcher, upstream in
      var other = request(upstream)
      other.key = hasKey ? "another" : nil
      let file = try await fetcher.download(other, to: folder.destination()).value()
      #expect(file.resumedFrom == 0)
      #expect(upstream.requests.map { $0.headers["Range"] } == [nil])
    }
    #expect(folder.content(of: "a.bin") == TestFile.data(1_200, seed: 9))
    #expect(folder.names == ["a.bin"])
  }

  @Test("No address, and no key, can be read in what lies beside the file")
  func secrets() async throws {
    let served = TestFile.served()
    try await withFetcher(.asyncHTTPClient, respond: { served.answer(to: $0, breakingOffAt: 700) }) {
      fetcher,
      upstream in
      let url = try URL(fetching: "\(upstream.url("/a.bin"))?signature=topsecret")
      let outcome = await fetcher.download(url, to: folder.destination())
      #expect(outcome.fetchError != nil)
    }
    let record = try #require(folder.text(of: ".a.bin.part.json"))
    #expect(!record.contains("topsecret"))
    #expect(!record.contains("127.0.0.1"))
  }

  /// What a user asked for was the first ten bytes; what was held was the beginning of the whole, and its rest came.
  @Test(
    "A part that a user asks for has nothing to do with what is held of the whole",
    arguments: Carrier.allCases
  )
  func ownRange(_ carrier: Carrier) async throws {
    try await breakOff(carrier)
    let served = TestFile.served()
    try await withFetcher(carrier, respond: { served.answer(to: $0) }) { fetcher, upstream in
      var part = request(upstream)
      part.fields["Range"] = "bytes=0-9"
      let file = try await fetcher.download(part, to: folder.destination()).value()
      #expect((file.head.status, file.byteCount, file.resumedFrom) == (206, 10, 0))
      #expect(upstream.requests.map { $0.headers["Range"] } == ["bytes=0-9"])
    }
    #expect(folder.content(of: "a.bin") == TestFile.data().prefix(10))
    #expect(folder.names == ["a.bin"])
  }

  @Test("A POST goes on with nothing that a GET has left", arguments: Carrier.allCases)
  func post(_ carrier: Carrier) async throws {
    try await breakOff(carrier)
    try await withFetcher(carrier, .ok("answer")) { fetcher, upstream in
      var request = request(upstream)
      request.method = .post
      request.body = .bytes(Data("question".utf8))
      _ = try await fetcher.download(request, to: folder.destination()).value()
      #expect(upstream.requests.map { $0.headers["Range"] } == [nil])
    }
    #expect(folder.text(of: "a.bin") == "answer")
    #expect(folder.names == ["a.bin"])
  }

  @Test(
    "Where nothing is to be resumed, nothing is gone on with and nothing is left",
    arguments: Carrier.allCases
  )
  func notResuming(_ carrier: Carrier) async throws {
    try await breakOff(carrier)
    let served = TestFile.served()
    var options = DownloadOptions()
    options.resumes = false
    try await withFetcher(
      carrier,
      respond: { served.answer(to: $0, breakingOffAt: $0.number == 1 ? 700 : nil) }
    ) {
      [options]
      fetcher,
      upstream in
      let broken = await fetcher.download(request(upstream), to: folder.destination(), options: options)
        .outcome()
      #expect(broken.fetchError?.kind == "truncated")
      #expect(folder.names.isEmpty)
      _ = try await fetcher.download(request(upstream), to: folder.destination(), options: options).value()
      #expect(upstream.requests.map { $0.headers["Range"] } == [nil, nil])
    }
    #expect(folder.names == ["a.bin"])
  }

  @Test("Bytes that are all there are confirmed by their last one", arguments: Carrier.allCases)
  func allThere(_ carrier: Carrier) async throws {
    try await breakOff(carrier, at: 999)
    let part = try FileHandle(forWritingTo: URL(filePath: folder.path(".a.bin.part")))
    try part.seekToEnd()
    try part.write(contentsOf: TestFile.data().suffix(1))
    try part.close()
    let served = TestFile.served()
    try await withFetcher(carrier, respond: { served.answer(to: $0) }) { fetcher, upstream in
      let file = try await fetcher.download(request(upstream), to: folder.destination()).value()
      #expect(upstream.requests.map { $0.headers["Range"] } == ["bytes=999-"])
      #expect(file.byteCount == 1_000)
    }
    #expect(folder.content(of: "a.bin") == TestFile.data())
  }

  @Test("A large file that breaks off at a hundred random places is right", arguments: Carrier.allCases)
  func random(_ carrier: Carrier) async throws {
    let count = 3_000_000
    let served = TestFile.served(count)
    let places = Lock(Seeded(state: 42))
    try await withFetcher(
      carrier,
      { $0.retry = RetryPolicy(retries: 1_000, base: .zero) },
      respond: { request in
        let first = request.headers["Range"]?.firstNumber ?? 0
        let end = places.withLock { Int.random(in: first..<min(first + 50_000, count + 20_000), using: &$0) }
        return served.answer(to: request, breakingOffAt: end)
      },
      { fetcher, upstream in
        let file = try await fetcher.download(
          request(upstream),
          to: folder.destination(),
          options: .digesting
        )
        .value()
        #expect(file.sha256 == TestFile.digest(count))
        #expect(file.tries == upstream.requestCount)
        #expect(file.tries > 100)
      }
    )
    #expect(folder.names == ["a.bin"])
  }
}

extension String {
  /// The first byte of a range, `bytes=700-`.
  fileprivate var firstNumber: Int? { Int(drop { !$0.isNumber }.prefix { $0.isNumber }) }
}
