import NIOCore

/// What the server knows about its past and present. Counters are exact for as long as it runs, and only the
/// last requests are kept, so that it can run for ever.
struct Ledger: Sendable {
  let requestsKept: Int
  private var isListening = true
  private(set) var isStopping = false
  private(set) var connectionsAccepted = 0
  private(set) var connections: [Int: any Channel] = [:]
  private(set) var requests: [RecordedRequest] = []
  private(set) var requestsEver = 0
  private(set) var bytesSent = 0
  private(set) var contentBytesReceived = 0
  private(set) var earlyCloses = 0
  private(set) var mostRequestsAtOnce = 0
  /// Requests whose answer has still to be handed to the socket, and whose client is there to get it.
  private var requestsNow = 0
  /// Scripts that have not yet ended, be it because they take no notice of their cancellation.
  private(set) var scriptsRunning = 0

  init(requestsKept: Int) {
    self.requestsKept = requestsKept
  }

  /// Whether nothing is left of a server that has been stopped.
  var hasEnded: Bool {
    !isListening && connections.isEmpty && scriptsRunning == 0
  }

  /// The number of the new connection, or `nil` if the server takes none any more.
  mutating func accept(_ channel: any Channel) -> Int? {
    guard !isStopping else { return nil }
    connectionsAccepted += 1
    connections[connectionsAccepted] = channel
    return connectionsAccepted
  }

  mutating func close(connection: Int) {
    connections[connection] = nil
  }

  /// Gives the request its number and keeps it.
  mutating func record(_ request: RecordedRequest) -> RecordedRequest {
    requestsEver += 1
    var request = request
    request.number = requestsEver
    requests.append(request)
    if requests.count > requestsKept { requests.removeFirst() }
    return request
  }

  /// Books content of a request that has come.
  mutating func receive(bytes: Int) {
    contentBytesReceived += bytes
  }

  mutating func beginAnswer() {
    scriptsRunning += 1
    requestsNow += 1
    mostRequestsAtOnce = max(mostRequestsAtOnce, requestsNow)
  }

  /// Books bytes of an answer before they go out: a client that has received them finds them counted.
  mutating func count(bytes: Int) {
    bytesSent += bytes
  }

  /// Books the last bytes, and the answer as given, before they go out: were it done when they are out, a
  /// client that keeps to one request at a time could be seen to have two, its next one being there before
  /// the server got to it.
  mutating func giveAnswer(lastBytes: Int) {
    bytesSent += lastBytes
    requestsNow -= 1
  }

  /// The connection went away under an answer. It counts as the client's doing unless the server has closed it, or is being
  /// stopped.
  mutating func breakAnswer(wasGiven: Bool, byServer: Bool) -> Bool {
    if !wasGiven { requestsNow -= 1 }
    guard !byServer, !isStopping else { return false }
    earlyCloses += 1
    return true
  }

  mutating func endScript() {
    scriptsRunning -= 1
  }

  /// No more connections from now on; returns those that are to be closed.
  mutating func stop() -> [any Channel] {
    isStopping = true
    return Array(connections.values)
  }

  mutating func endListening() {
    isListening = false
  }

  /// The request with this number, `nil` if it is still to come.
  func request(_ number: Int) -> Result<RecordedRequest, ScriptedUpstreamError>? {
    guard number <= requestsEver else { return isStopping ? .failure(.stopped) : nil }
    let index = requests.count - 1 - (requestsEver - number)
    guard index >= 0 else { return .failure(.forgotten(request: number, kept: requestsKept)) }
    return .success(requests[index])
  }

  /// Whether the condition holds, `nil` if it may still come to hold.
  func reached(_ condition: Bool) -> Result<Void, ScriptedUpstreamError>? {
    if condition { return .success(()) }
    return isStopping ? .failure(.stopped) : nil
  }
}
