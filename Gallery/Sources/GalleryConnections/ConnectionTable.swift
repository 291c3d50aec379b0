/// Which connections there are, as a value: it decides which are let in, and which have to leave for that.
package struct ConnectionTable<Member: Sendable, Instant: Comparable & Sendable>: Sendable {
  private struct Entry {
    let member: Member
    let client: ClientAddress?
    /// Since when the server has been waiting for the client; nil while the client waits for the server.
    var waiting: Instant?
  }

  package enum Admission {
    /// - Parameter evicted: The connection that has lost its place to this one.
    case admitted(number: Int, evicted: Member?)
    case refused
  }

  private let most: Int
  private let mostOfOne: Int
  private var entries: [Int: Entry] = [:]
  private var counts: [ClientAddress: Int] = [:]
  private var last = 0

  /// - Parameters:
  ///   - most: Connections in all.
  ///   - mostOfOne: Connections of one client.
  package init(most: Int, mostOfOne: Int) {
    self.most = most
    self.mostOfOne = mostOfOne
  }

  package var count: Int { entries.count }

  /// A new connection, whose client has said nothing yet.
  ///
  /// - Parameter client: Nil for a connection of a client that may have any number of them.
  package mutating func admit(_ member: Member, of client: ClientAddress?, at now: Instant) -> Admission {
    var evicted: Member?
    if let client, counts[client, default: 0] >= mostOfOne {
      guard let number = longestWaiting(where: { $0.client == client }) else { return .refused }
      evicted = remove(number)
    } else if entries.count >= most {
      guard let number = longestWaiting(where: { _ in true }) else { return .refused }
      evicted = remove(number)
    }
    last += 1
    entries[last] = Entry(member: member, client: client, waiting: now)
    if let client { counts[client, default: 0] += 1 }
    return .admitted(number: last, evicted: evicted)
  }

  /// - Parameter since: Since when the client keeps the server waiting; nil where it does not.
  package mutating func setWaiting(_ number: Int, since: Instant?) {
    entries[number]?.waiting = since
  }

  /// No effect on one that has been evicted.
  @discardableResult
  package mutating func remove(_ number: Int) -> Member? {
    guard let entry = entries.removeValue(forKey: number) else { return nil }
    if let client = entry.client, let count = counts[client] {
      counts[client] = count > 1 ? count - 1 : nil
    }
    return entry.member
  }

  private func longestWaiting(where isMeant: (Entry) -> Bool) -> Int? {
    entries.filter { $0.value.waiting != nil && isMeant($0.value) }
      .min { ($0.value.waiting, $0.key) < ($1.value.waiting, $1.key) }?
      .key
  }
}

private func < <Instant: Comparable>(one: (Instant?, Int), other: (Instant?, Int)) -> Bool {
  guard let first = one.0, let second = other.0, first != second else { return one.1 < other.1 }
  return first < second
}
