import Errands
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("Downloads of what may not have changed", .timeLimit(.minutes(1)))
struct DownloadConditionTests {
  private let folder: TemporaryFolder
  private let options: DownloadOptions

  init() throws {
    folder = try TemporaryFolder()
    var options = DownloadOptions()
    options.validators = FileValidators(folder: folder.path("state"))
    options.asksIfChanged = true
    self.options = options
  }

  /// Two downloads of one file from one server, with something done in between.
  private func twice(
    _ carrier: Carrier,
    first: ServedFile = TestFile.served(),
    second: ServedFile = TestFile.served(),
    between: () throws -> Void = {}
  ) async throws -> (DownloadedFile, [RecordedRequest]) {
    try await withFetcher(carrier, respond: { ($0.number == 1 ? first : second).answer(to: $0) }) {
      fetcher,
      upstream in
      let new = try await fetcher.download(upstream.url, to: folder.destination(), options).get()
      #expect((new.isUnchanged, new.byteCount) == (false, 1_000))
      try between()
      let again = try await fetcher.download(upstream.url, to: folder.destination(), options).get()
      return (again, upstream.requests)
    }
  }

  @Test("A file that has not changed is not sent again, and stays untouched", arguments: Carrier.allCases)
  func unchanged(_ carrier: Carrier) async throws {
    let before = Lock<FileStatus?>(nil)
    let (file, requests) = try await twice(carrier) {
      let status = try folder.status(of: "a.bin")
      before.withLock { $0 = status }
    }
    #expect(file.isUnchanged)
    #expect((file.head.status, file.byteCount, file.sha256, file.tries) == (304, nil, nil, 1))
    #expect(file.path == folder.path("a.bin"))
    #expect(requests.map { $0.headers["If-None-Match"] } == [nil, "\"a\""])
    #expect(try folder.status(of: "a.bin") == before.withLock { $0 })
    #expect(folder.content(of: "a.bin") == TestFile.data())
    #expect(folder.names == ["a.bin", "state"])
  }

  /// A server that tells its users apart may give the files of all of them one time: the file of one was called unchanged to the
  /// next.
  @Test(
    "What is there of another user, or in another language, says nothing of one's own file",
    arguments: ["Authorization", "Cookie", "Accept-Language"]
  )
  func ofAnotherUser(_ field: String) async throws {
    try await withFetcher(.asyncHTTPClient, respond: { TestFile.served().answer(to: $0) }) {
      fetcher,
      upstream in
      for user in ["a", "b", "b"] {
        var request = FetchRequest(upstream.url)
        request.fields[field] = user
        let file = try await fetcher.download(request, to: folder.destination(), options: options).value()
        #expect(file.isUnchanged == (upstream.requestCount == 3))
      }
      #expect(upstream.requests.map { $0.headers["If-None-Match"] } == [nil, nil, "\"a\""])
      #expect(upstream.requests[1].headers["If-Modified-Since"] == nil)
    }
  }

  /// The digest was looked at only where something came: a file that was wrong stayed, and was called unchanged.
  @Test(
    "A file that has not the digest that it has to have is fetched, whatever its time",
    arguments: Carrier.allCases
  )
  func wrongDigest(_ carrier: Carrier) async throws {
    try Data("garbage".utf8).write(to: URL(filePath: folder.path("a.bin")))
    var (options, digest) = (self.options, Digest())
    digest.update(TestFile.data())
    options.sha256 = digest.hexadecimal.uppercased()
    try await withFetcher(carrier, respond: { TestFile.served().answer(to: $0) }) { fetcher, upstream in
      let new = try await fetcher.download(upstream.url, to: folder.destination(), options).get()
      #expect((new.isUnchanged, new.sha256) == (false, digest.hexadecimal))
      #expect(folder.content(of: "a.bin") == TestFile.data())
      let again = try await fetcher.download(upstream.url, to: folder.destination(), options).get()
      #expect((again.isUnchanged, again.sha256) == (true, digest.hexadecimal))
      #expect(upstream.requests.map { $0.headers["If-None-Match"] } == [nil, "\"a\""])
      #expect(upstream.requests.map { $0.headers["If-Modified-Since"] }.first == .some(nil))
    }
  }

  @Test("A file that has changed is replaced", arguments: Carrier.allCases)
  func changed(_ carrier: Carrier) async throws {
    let (file, _) = try await twice(carrier, second: TestFile.served(1_200, tag: "\"b\"", seed: 2))
    #expect((file.isUnchanged, file.byteCount) == (false, 1_200))
    #expect(folder.content(of: "a.bin") == TestFile.data(1_200, seed: 2))
    #expect(folder.names == ["a.bin", "state"])
  }

  /// What was said of the state of the file that was fetched was taken for that of the file that is there.
  @Test("A file that its user has changed since is fetched again", arguments: Carrier.allCases)
  func edited(_ carrier: Carrier) async throws {
    let (file, requests) = try await twice(carrier) {
      var bytes = TestFile.data()
      bytes[0] ^= 1
      try bytes.write(to: URL(filePath: folder.path("a.bin")))
    }
    #expect(!file.isUnchanged)
    #expect(requests.map { $0.headers["If-None-Match"] } == [nil, nil])
    #expect(requests.map { $0.headers["If-Modified-Since"] } == [nil, nil])
    #expect(folder.content(of: "a.bin") == TestFile.data())
  }

  @Test("A file that is gone is fetched again", arguments: Carrier.allCases)
  func gone(_ carrier: Carrier) async throws {
    let (file, requests) = try await twice(carrier) {
      try FileManager.default.removeItem(atPath: folder.path("a.bin"))
    }
    #expect(!file.isUnchanged)
    #expect(requests.map { $0.headers["If-None-Match"] } == [nil, nil])
    #expect(folder.content(of: "a.bin") == TestFile.data())
  }

  @Test("A file that somebody else has fetched is asked about by its time", arguments: Carrier.allCases)
  func byTime(_ carrier: Carrier) async throws {
    try TestFile.data().write(to: URL(filePath: folder.path("a.bin")))
    try FileManager.default.setAttributes(
      [.modificationDate: TestFile.modified],
      ofItemAtPath: folder.path("a.bin")
    )
    let served = TestFile.served()
    try await withFetcher(carrier, respond: { served.answer(to: $0) }) { fetcher, upstream in
      let file = try await fetcher.download(upstream.url, to: folder.destination(), options).get()
      #expect(file.isUnchanged)
      #expect(upstream.requests.map { $0.headers["If-Modified-Since"] } == ["Sun, 06 Nov 1994 08:49:37 GMT"])
    }
  }

  @Test("What another address has brought is asked for without a condition")
  func otherAddress() async throws {
    let served = TestFile.served()
    try await withFetcher(.asyncHTTPClient, respond: { served.answer(to: $0) }) { fetcher, upstream in
      for path in ["/one", "/two"] {
        let file = try await fetcher.download(upstream.url(path), to: folder.destination(), options).get()
        #expect(!file.isUnchanged)
      }
      #expect(upstream.requests.map { $0.headers["If-None-Match"] } == [nil, nil])
    }
  }

  @Test("Without being asked to, a download asks without a condition")
  func notAsked() async throws {
    let served = TestFile.served()
    var plain = options
    plain.asksIfChanged = false
    try await withFetcher(.asyncHTTPClient, respond: { served.answer(to: $0) }) { [plain] fetcher, upstream in
      for _ in 0..<2 {
        let file = try await fetcher.download(upstream.url, to: folder.destination(), plain).get()
        #expect(!file.isUnchanged)
      }
      #expect(upstream.requests.map { $0.headers["If-None-Match"] } == [nil, nil])
    }
  }

  @Test("A 304 to a question that was not asked is an error, and the file stays", arguments: Carrier.allCases)
  func unasked(_ carrier: Carrier) async throws {
    try await withFetcher(carrier, .status(304)) { fetcher, upstream in
      let outcome = await fetcher.download(upstream.url, to: folder.destination(), options)
      #expect(outcome.fetchError?.cause == .status(304, retryAfter: nil))
    }
    #expect(folder.names.isEmpty)
  }

  /// The new file broke off; what came of it is for a later run, and the old one still holds.
  @Test(
    "A new file that breaks off, and then is none, leaves the old one as it was",
    arguments: Carrier.allCases
  )
  func changedAndBack(_ carrier: Carrier) async throws {
    let (old, new) = (TestFile.served(), TestFile.served(1_200, tag: "\"b\"", seed: 2))
    try await withFetcher(
      carrier,
      { $0.triesAgain() },
      respond: { request in
        request.number == 2 ? new.answer(to: request, breakingOffAt: 600) : old.answer(to: request)
      },
      { fetcher, upstream in
        _ = try await fetcher.download(upstream.url, to: folder.destination(), options).get()
        let file = try await fetcher.download(upstream.url, to: folder.destination(), options).get()
        #expect(file.isUnchanged)
        #expect(file.tries == 2)
        #expect(folder.content(of: "a.bin") == TestFile.data())
        // What is held of the other one goes with nothing by now.
        let again = try await fetcher.download(upstream.url, to: folder.destination(), options).get()
        #expect(again.resumedFrom == 0)
      }
    )
    #expect(folder.content(of: "a.bin") == TestFile.data())
    #expect(folder.names == ["a.bin", "state"])
  }

  /// What was there of the whole was passed off as the part, and the part as the whole.
  @Test("A part is asked for without a condition, and so is the whole behind it", arguments: Carrier.allCases)
  func parts(_ carrier: Carrier) async throws {
    try await withFetcher(carrier, respond: { TestFile.served().answer(to: $0) }) { fetcher, upstream in
      for (range, count) in [("bytes=0-9", 10), (nil, 1_000), ("bytes=0-9", 10), (nil, 1_000)] {
        var request = FetchRequest(upstream.url)
        request.fields["Range"] = range
        let file = try await fetcher.download(request, to: folder.destination(), options: options).value()
        #expect(file.byteCount == Int64(count))
        #expect(folder.content(of: "a.bin")?.count == count)
        #expect(try (folder.modified("a.bin") == TestFile.modified) == (range == nil))
      }
      #expect(upstream.requests.allSatisfy { $0.headers["If-None-Match"] == nil })
      #expect(upstream.requests.allSatisfy { $0.headers["If-Modified-Since"] == nil })
    }
  }

  /// A server refuses it for ever (RFC 9110, section 13.1.2), or answers 304 and does nothing.
  @Test("What is no GET is sent without a condition, and says nothing of what a GET would bring")
  func posts() async throws {
    try await withFetcher(
      .asyncHTTPClient,
      respond: { request in
        guard request.method == "POST" else { return TestFile.served().answer(to: request) }
        return .ok("answer", headers: ["ETag": "\"a\"", "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"])
      },
      { fetcher, upstream in
        for method in [.post, .post, .get, .post, .get] as [FetchRequest.Method] {
          var request = FetchRequest(upstream.url, method: method)
          if method == .post { request.body = .bytes(Data("question".utf8)) }
          let file = try await fetcher.download(request, to: folder.destination(), options: options).value()
          #expect(file.byteCount == (method == .post ? 6 : 1_000))
        }
        #expect(upstream.requests.allSatisfy { $0.headers["If-None-Match"] == nil })
        #expect(upstream.requests.allSatisfy { $0.headers["If-Modified-Since"] == nil })
      }
    )
  }
}
