import ErrandsLoading
import Foundation
import GalleryConnections
import GalleryJobs
import HummingbirdCore
import NIOCore
import NIOFoundationCompat
import NIOHTTP1

/// Answers that connections give again by themselves: on their event loop, without a task, so that a picture that is in
/// memory costs little more than its bytes.
///
/// What is remembered of an answer is its head, as all of the server has made it, and where its bytes are. These are asked for
/// each time; once they are gone, stale or others, the answer is forgotten, and the routes answer as the first time.
final class RepeatedAnswers: Sendable {
  /// What an answer depends on.
  struct Key: Hashable {
    let target: String
    let host: String
    let accept: String?
  }

  /// An answer to be written.
  struct Answer {
    let head: HTTPResponseHead
    let body: ByteBuffer
    fileprivate let path: String
    fileprivate let id: String
    fileprivate let begun: ContinuousClock.Instant
  }

  private final class Entry: Sendable {
    let head: HTTPResponseHead
    let path: String
    let length: Int
    let body: RepeatableBody

    init(head: HTTPResponseHead, path: String, length: Int, body: @escaping RepeatableBody) {
      (self.head, self.path, self.length, self.body) = (head, path, length, body)
    }
  }

  /// How many are remembered: an entry is made by one request, and costs some kilobytes.
  static let entryLimit = 4_096

  /// The entries in two halves. When the younger one is full, the older one is forgotten, with what nobody has asked for since.
  private struct Entries: Sendable {
    private var young: [Key: Entry] = [:]
    private var old: [Key: Entry] = [:]

    mutating func find(_ key: Key) -> Entry? {
      if let entry = young[key] { return entry }
      guard let entry = old.removeValue(forKey: key) else { return nil }
      insert(entry, key)
      return entry
    }

    mutating func insert(_ entry: Entry, _ key: Key) {
      if young.count >= entryLimit / 2 { (old, young) = (young, [:]) }
      young[key] = entry
    }

    /// No effect where another one has taken its place.
    mutating func remove(_ entry: Entry, _ key: Key) {
      if young[key] === entry { young[key] = nil }
      if old[key] === entry { old[key] = nil }
    }
  }

  private let entries = Lock(Entries())
  private let date = Lock(DateText())
  private let log: RequestLog
  private let proxies: TrustedProxies

  init(log: RequestLog, proxies: TrustedProxies) {
    (self.log, self.proxies) = (log, proxies)
  }

  /// The answer to a request, where it is the one that was given before.
  func answer(to head: HTTPRequestHead, of key: Key, by peer: IPAddress?) -> Answer? {
    let begun = ContinuousClock.now
    guard let entry = entries.withLock({ $0.find(key) }) else { return nil }
    guard let (bytes, age) = entry.body(), bytes.count == entry.length else {
      // Unless another connection has been answered anew meanwhile.
      entries.withLock { $0.remove(entry, key) }
      return nil
    }
    let id =
      RequestID.given(
        head.headers[RequestID.name].joined(separator: ", "),
        by: peer,
        trusting: proxies
      ) ?? RequestID.make()
    var answer = entry.head
    answer.headers.add(name: "Date", value: date.withLock { $0.at(time(nil)) })
    if let age { answer.headers.add(name: "Age", value: age) }
    answer.headers.add(name: RequestID.name, value: id)
    return Answer(head: answer, body: ByteBuffer(data: bytes), path: entry.path, id: id, begun: begun)
  }

  /// An answer has been handed to its connection.
  func answered(_ answer: Answer) {
    let time = ContinuousClock.now - answer.begun
    let milliseconds = Int(time / .milliseconds(1))
    log.repeated(
      RequestLine(
        method: "GET",
        path: answer.path,
        status: 200,
        milliseconds: milliseconds,
        id: answer.id
      ),
      after: time
    )
  }

  /// A route has answered what it can answer again with the same bytes.
  func remember(_ head: HTTPResponseHead, to key: Key, _ body: @escaping RepeatableBody) {
    guard head.status == .ok, let length = head.headers.first(name: "Content-Length").flatMap({ Int($0) })
    else { return }
    var lasting = head
    for name in ["Date", "Age", RequestID.name] { lasting.headers.remove(name: name) }
    let path = RequestLine.named(URI(key.target).path)
    let entry = Entry(head: lasting, path: path, length: length, body: body)
    entries.withLock { $0.insert(entry, key) }
  }
}

extension RepeatedAnswers.Key {
  /// In bytes. A client may add to a target and to `Accept` whatever it likes, and all of it would be remembered.
  private static let longest = 2_048

  /// Nil for a request that is answered by more than these: one with a condition, for a part, or with a body.
  ///
  /// - Parameter head: With its target as the routes see it.
  init?(_ head: HTTPRequestHead) {
    guard head.method == .GET, head.version == .http1_1 else { return nil }
    var (host, accept): (String?, String?) = (nil, nil)
    for (name, value) in head.headers {
      switch name.lowercased() {
      case "host":
        guard host == nil else { return nil }
        host = value
      case "accept":
        guard accept == nil else { return nil }
        accept = value
      case "if-match", "if-none-match", "if-modified-since", "if-unmodified-since", "if-range", "range",
        "content-length", "transfer-encoding", "expect", "upgrade":
        return nil
      default: continue
      }
    }
    guard let host, head.uri.utf8.count + host.utf8.count + (accept?.utf8.count ?? 0) <= Self.longest else {
      return nil
    }
    self.init(target: head.uri, host: host, accept: accept)
  }
}
