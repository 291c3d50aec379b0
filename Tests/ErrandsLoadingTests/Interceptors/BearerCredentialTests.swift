import Errands
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("A token that is sent with requests, and renewed", .timeLimit(.minutes(1)))
struct BearerCredentialTests {
  private struct SignInFailed: Error, Equatable {}

  private let refreshes = Events<String?>()
  private let retry = RetryPolicy(retries: 3, base: .zero)

  private func credential(_ token: String? = nil, gives new: String = "new") -> BearerCredential {
    BearerCredential(hosts: ["127.0.0.1"], token: token) { [refreshes] refused in
      refreshes.record(refused)
      return new
    }
  }

  /// Lets in those who have the new token.
  private static func respond(_ request: RecordedRequest) -> Script {
    request.headers["Authorization"] == "Bearer new" ? .ok("in \(request.path)") : .status(401, text: "who?")
  }

  private func tokens(_ upstream: ScriptedUpstream) -> [String?] {
    upstream.requests.map { $0.headers["Authorization"] }
  }

  @Test("One is got when it is first needed, and kept", arguments: Way.all)
  func first(_ way: Way) async throws {
    let credential = credential()
    try await withFetcher(way.carrier, { $0.interceptors = [credential] }, respond: Self.respond) {
      fetcher,
      upstream in
      for _ in 0..<2 { _ = try await way.style.load(FetchRequest(upstream.url("/a")), with: fetcher) }
      #expect(tokens(upstream) == ["Bearer new", "Bearer new"])
      #expect(refreshes.all == [nil])
    }
  }

  /// Whoever is on the way could read it, and got the next one, too, by refusing it.
  @Test("Over a connection that can be read on its way it is not sent, unless that is allowed")
  func plain() async throws {
    let addresses = [
      ("http://api.test/", false), ("http://api.test:8080/", false), ("https://api.test/", true),
      ("http://localhost/", true), ("http://127.0.0.1:1/", true),
    ]
    let hosts: Set = ["api.test", "localhost", "127.0.0.1"]
    for (address, isSent) in addresses {
      let request = FetchRequest(try #require(URL(string: address)))
      for allowsPlain in [false, true] {
        let credential = BearerCredential(hosts: hosts, allowsPlain: allowsPlain, token: "t") { _ in "t" }
        let sent = try await credential.adapt(request, try: 1)
        #expect((sent.fields["Authorization"] != nil) == (isSent || allowsPlain), "\(address)")
      }
    }
  }

  @Test("A hundred that are refused at once get a new one by one refresh", arguments: Carrier.allCases)
  func hundred(_ carrier: Carrier) async throws {
    let all = Gate()
    let credential = BearerCredential(hosts: ["127.0.0.1"], token: "old") { [refreshes] refused in
      refreshes.record(refused)
      try await all.wait()
      return "new"
    }
    try await withFetcher(carrier, { $0.interceptors = [credential] }, respond: Self.respond) {
      fetcher,
      upstream in
      let runs = (0..<100).map { fetcher.data(for: FetchRequest(upstream.url("/\($0)"))).run() }
      _ = try await upstream.request(100)
      all.open()
      for (number, run) in runs.enumerated() {
        #expect(try await run.value.body == Data("in /\(number)".utf8))
      }
      #expect(refreshes.all == ["old"])
      #expect(upstream.requestCount == 200)
    }
  }

  /// Whoever had looked at the old token, and came to ask for a new one when that had just been got, got another one.
  @Test("One that comes between a look at the token and the refresh gets no second one")
  func oneRefresh() async throws {
    let request = FetchRequest(try URL(fetching: "https://host/"))
    for _ in 0..<500 {
      let refreshes = Events<Void>()
      let credential = BearerCredential(hosts: ["HOST"]) { _ in
        refreshes.record(())
        return "new"
      }
      try await withThrowingTaskGroup(of: String?.self) { group in
        for _ in 0..<4 {
          group.addTask { try await credential.adapt(request, try: 1).fields["Authorization"] }
        }
        for try await field in group { #expect(field == "Bearer new") }
      }
      #expect(refreshes.count == 1)
    }
  }

  @Test("A refresh that fails fails all who wait for it, and makes no loop", arguments: Carrier.allCases)
  func failingRefresh(_ carrier: Carrier) async throws {
    let credential = BearerCredential(hosts: ["127.0.0.1"], token: "old") { [refreshes] refused in
      refreshes.record(refused)
      throw SignInFailed()
    }
    try await withFetcher(
      carrier,
      { ($0.interceptors, $0.retry) = ([credential], retry) },
      respond: Self.respond,
      { fetcher, upstream in
        let runs = (0..<10).map { fetcher.data(for: FetchRequest(upstream.url("/\($0)"))).run() }
        for run in runs { await #expect(throws: SignInFailed.self) { try await run.value } }
        #expect(upstream.requestCount == 10)
        #expect((1...10).contains(refreshes.count))
      }
    )
  }

  /// The refresh's own 401 was taken for one of the load, which then asked for another refresh.
  @Test("One that is refused itself is not repeated for that", arguments: Carrier.allCases, [nil, "old"])
  func refusedRefresh(_ carrier: Carrier, _ token: String?) async throws {
    let signIn = Events<URL>()
    try await withFetcher(carrier, .status(401)) { plain, upstream in
      let credential = BearerCredential(hosts: ["127.0.0.1"], token: token) { [refreshes] refused in
        refreshes.record(refused)
        signIn.record(upstream.url("/token"))
        _ = try await plain.data(for: FetchRequest(upstream.url("/token"))).value()
        return "new"
      }
      var configuration = plain.configuration
      configuration.interceptors = [credential]
      configuration.retry = retry
      let fetcher = Fetcher(transport: plain.transport, configuration: configuration)
      let error = await fetcher.data(for: FetchRequest(upstream.url("/a"))).outcome().fetchError
      #expect(error == FetchError(upstream.url("/token"), .status(401, retryAfter: nil)))
      #expect(refreshes.all == [token])
      #expect(upstream.requests.map(\.path) == (token == nil ? ["/token"] : ["/a", "/token"]))
    }
  }

  @Test("A new one that is refused, too, ends it", arguments: Carrier.allCases)
  func refusedAgain(_ carrier: Carrier) async throws {
    let credential = credential("old", gives: "no better")
    try await withFetcher(
      carrier,
      { ($0.interceptors, $0.retry) = ([credential], retry) },
      respond: Self.respond,
      { fetcher, upstream in
        let error = await fetcher.data(for: FetchRequest(upstream.url("/a"))).outcome().fetchError
        #expect(error == FetchError(upstream.url("/a"), .status(401, retryAfter: nil)))
        #expect(tokens(upstream) == ["Bearer old", "Bearer no better"])
        #expect(refreshes.all == ["old"])
      }
    )
  }

  @Test(
    "A 401 behind a 503, and a 503 behind a 401, count each for itself",
    arguments: Carrier.allCases,
    [1, 2]
  )
  func behindAnother(_ carrier: Carrier, _ failing: Int) async throws {
    let credential = credential("old")
    try await withFetcher(
      carrier,
      { ($0.interceptors, $0.retry) = ([credential], retry) },
      respond: { $0.number == failing ? .status(503) : Self.respond($0) },
      { fetcher, upstream in
        let answer = try await fetcher.data(for: FetchRequest(upstream.url("/a"))).value()
        #expect(answer.body == Data("in /a".utf8))
        #expect(upstream.requestCount == 3)
        #expect(refreshes.all == ["old"])
      }
    )
  }

  @Test("Another load's new token is used, without a refresh of one's own", arguments: Carrier.allCases)
  func anothersToken(_ carrier: Carrier) async throws {
    let (gate, credential) = (Gate(), credential("old"))
    try await withFetcher(
      carrier,
      { $0.interceptors = [credential] },
      respond: { request in
        if request.number == 1 { try await gate.wait() }
        return Self.respond(request)
      },
      { fetcher, upstream in
        let slow = fetcher.data(for: FetchRequest(upstream.url("/slow"))).run()
        _ = try await upstream.request(1)
        _ = try await fetcher.data(for: FetchRequest(upstream.url("/quick"))).value()
        gate.open()
        #expect(try await slow.value.body == Data("in /slow".utf8))
        #expect(refreshes.all == ["old"])
      }
    )
  }

  // MARK: Who gets it

  @Test("Hosts that are not named get none, and are left alone with their 401", arguments: Carrier.allCases)
  func otherHosts(_ carrier: Carrier) async throws {
    let credential = BearerCredential(hosts: ["host.test", "27.0.0.1", "0.0.1"], token: "old") {
      [refreshes] in
      refreshes.record($0)
      return "new"
    }
    try await withFetcher(carrier, { $0.interceptors = [credential] }, respond: Self.respond) {
      fetcher,
      upstream in
      let error = await fetcher.data(for: FetchRequest(upstream.url("/a"))).outcome().fetchError
      #expect(error == FetchError(upstream.url("/a"), .status(401, retryAfter: nil)))
      #expect(tokens(upstream) == [nil] && refreshes.count == 0)
    }
  }

  @Test(
    "Names are compared as a whole, without regard to case",
    arguments: [
      ("https://api.host/", true), ("https://API.HOST:8080/", true), ("https://x.api.host/", false),
      ("https://api.host.evil/", false), ("https://evil/api.host", false), ("https://api.host@evil/", false),
    ]
  )
  func names(_ address: String, _ isMeant: Bool) async throws {
    let credential = BearerCredential(hosts: ["Api.Host"], token: "a") { _ in "b" }
    let request = FetchRequest(try URL(fetching: address))
    let field = try await credential.adapt(request, try: 1).fields["Authorization"]
    #expect(field == (isMeant ? "Bearer a" : nil))
  }

  @Test("A request's own Authorization is left alone, and so is its 401", arguments: Carrier.allCases)
  func own(_ carrier: Carrier) async throws {
    let credential = credential("old")
    try await withFetcher(carrier, { $0.interceptors = [credential] }, respond: Self.respond) {
      fetcher,
      upstream in
      let request = FetchRequest(upstream.url("/a"), fields: ["authorization": "Basic b3du"])
      let error = await fetcher.data(for: request).outcome().fetchError
      #expect(error == FetchError(upstream.url("/a"), .status(401, retryAfter: nil)))
      #expect(tokens(upstream) == ["Basic b3du"] && refreshes.count == 0)
    }
  }

  /// Nothing that a stranger answers says anything about the token, which it was not sent: whoever could have a load
  /// redirected could have tokens asked for, as many as they liked.
  @Test(
    "A redirect to another origin takes no token along, and its 401 asks for none",
    arguments: Carrier.allCases
  )
  func redirect(_ carrier: Carrier) async throws {
    let credential = credential("new")
    try await withUpstream(respond: { _ in .status(401) }) { other in
      let there = other.url("/there")
      try await withFetcher(
        carrier,
        .redirect(to: there.absoluteString),
        { ($0.interceptors, $0.retry) = ([credential], retry) },
        { fetcher, upstream in
          let error = await fetcher.data(for: FetchRequest(upstream.url("/a"))).outcome().fetchError
          #expect(error == FetchError(there, .status(401, retryAfter: nil)))
          #expect(tokens(upstream) == ["Bearer new"])
        }
      )
      #expect(tokens(other) == [nil])
      #expect(refreshes.count == 0)
    }
  }

  @Test(
    "A redirect within the origin takes it along, and its 401 asks for another one",
    arguments: Carrier.allCases
  )
  func redirectWithin(_ carrier: Carrier) async throws {
    let credential = credential("old")
    try await withFetcher(
      carrier,
      { $0.interceptors = [credential] },
      respond: { $0.path == "/a" ? .redirect(to: "/b") : Self.respond($0) },
      { fetcher, upstream in
        let answer = try await fetcher.data(for: FetchRequest(upstream.url("/a"))).value()
        #expect(answer.body == Data("in /b".utf8))
        #expect(tokens(upstream) == ["Bearer old", "Bearer old", "Bearer new", "Bearer new"])
      }
    )
  }

  // MARK: Cancellation

  @Test("The last who waits for a refresh and leaves ends it", arguments: Carrier.allCases, [nil, "old"])
  func cancelledRefresh(_ carrier: Carrier, _ token: String?) async throws {
    let (begun, ended) = (Gate(), Gate())
    let credential = BearerCredential(hosts: ["127.0.0.1"], token: token) { _ in
      begun.open()
      defer { ended.open() }
      try await Gate().wait()
      return "new"
    }
    try await withFetcher(carrier, { $0.interceptors = [credential] }, respond: Self.respond) {
      fetcher,
      upstream in
      let run = fetcher.data(for: FetchRequest(upstream.url("/a"))).run()
      try await begun.wait()
      run.cancel()
      #expect(await run.settled.isCancelled)
      try await ended.wait()
      #expect(upstream.requestCount == (token == nil ? 0 : 1))
    }
  }

  @Test("One who leaves does not end it for another", arguments: Carrier.allCases)
  func oneLeaves(_ carrier: Carrier) async throws {
    let (gate, decided) = (Gate(), Events<Void>())
    let credential = BearerCredential(hosts: ["127.0.0.1"], token: "old") { [refreshes] refused in
      refreshes.record(refused)
      try await gate.wait()
      return "new"
    }
    let seeing = Interceptor(deciding: { _ in
      decided.record(())
      return .asUsual
    })
    try await withFetcher(carrier, { $0.interceptors = [seeing, credential] }, respond: Self.respond) {
      fetcher,
      upstream in
      let leaving = fetcher.data(for: FetchRequest(upstream.url("/a"))).run()
      _ = try await refreshes.event(1)
      let staying = fetcher.data(for: FetchRequest(upstream.url("/b"))).run()
      _ = try await decided.event(2)
      leaving.cancel()
      #expect(await leaving.settled.isCancelled)
      gate.open()
      #expect(try await staying.value.body == Data("in /b".utf8))
    }
  }

  // MARK: Places

  /// All places of the host were held by loads that waited for the token, and the load of the token waited for one of these
  /// places: none of them went on until their deadlines had passed.
  @Test(
    "A refresh that needs a place of the same host gets one, however many wait for it",
    arguments: Carrier.allCases,
    [nil, "old"]
  )
  func places(_ carrier: Carrier, _ token: String?) async throws {
    var limits = Admission.Limits()
    limits.perHost = 2
    let admission = Admission(limits: limits)
    let respond: @Sendable (RecordedRequest) async throws -> Script = {
      $0.path == "/token" ? .ok("new") : Self.respond($0)
    }
    try await withFetcher(carrier, { $0.admission = admission }, respond: respond) { plain, upstream in
      let credential = BearerCredential(hosts: ["127.0.0.1"], token: token) { _ in
        let answer = try await plain.data(for: FetchRequest(upstream.url("/token"))).value()
        return String(decoding: answer.body, as: UTF8.self)
      }
      var configuration = plain.configuration
      configuration.interceptors = [credential]
      let fetcher = Fetcher(transport: plain.transport, configuration: configuration)
      let runs = (0..<6).map { fetcher.data(for: FetchRequest(upstream.url("/\($0)"))).run() }
      for run in runs { _ = try await run.value }
      #expect(upstream.requests.count { $0.path == "/token" } == 1)
      #expect(upstream.mostRequestsAtOnce <= 2)
    }
  }

  @Test("Nothing keeps it alive once its loads are done")
  func lifetime() async throws {
    try await withLiveObjects { live in
      let probe = live.object("refresh")
      let credential = BearerCredential(hosts: ["host"]) { [probe] _ in withExtendedLifetime(probe) { "new" }
      }
      _ = try await credential.adapt(FetchRequest(try URL(fetching: "https://host/")), try: 1)
    }
  }

  /// A download that took longer than two tokens live failed at the second one.
  @Test(
    "Each that has expired is renewed, as often as the body has gone on in between",
    arguments: Carrier.allCases
  )
  func secondExpiry(_ carrier: Carrier) async throws {
    let credential = BearerCredential(hosts: ["127.0.0.1"], token: "0") { [refreshes] refused in
      refreshes.record(refused)
      return "\(refreshes.count)"
    }
    let served = TestFile.served()
    try await withFetcher(
      carrier,
      { ($0.interceptors, $0.retry) = ([credential], retry) },
      respond: { request in
        guard request.number % 2 == 0 else { return .status(401) }
        return served.answer(to: request, breakingOffAt: request.number == 2 ? 700 : nil)
      },
      { fetcher, upstream in
        let answer = try await fetcher.data(for: FetchRequest(upstream.url)).value()
        #expect(answer.body == TestFile.data())
        #expect(refreshes.all == ["0", "1"])
        #expect(upstream.requests.map { $0.headers["Range"] } == [nil, nil, "bytes=700-", "bytes=700-"])
      }
    )
  }
}
