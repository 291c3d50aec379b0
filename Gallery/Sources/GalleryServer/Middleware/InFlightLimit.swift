import GalleryConnections
import GalleryJobs

/// Bounds how much work is done at once, in all and for one client: what would be one too many is refused, and told to
/// come again.
final class InFlightLimit: Sendable {
  /// A place, until it is left.
  struct Entry: ~Copyable {
    fileprivate let limit: InFlightLimit
    fileprivate let work: String?
    fileprivate let client: ClientAddress?

    func leave() { limit.leave(work, client) }
  }

  /// Places that are taken. What is wanted several times has one, from the first entry to the last.
  private struct Places {
    private(set) var count = 0
    private var sharing: [String: Int] = [:]

    func hasRoom(for work: String?, _ most: Int) -> Bool {
      count < most || work.map { sharing[$0] != nil } == true
    }

    mutating func enter(_ work: String?) {
      guard let work else { return count += 1 }
      if sharing[work] == nil { count += 1 }
      sharing[work, default: 0] += 1
    }

    mutating func leave(_ work: String?) {
      guard let work else { return count -= 1 }
      if let entries = sharing[work], entries > 1 { return sharing[work] = entries - 1 }
      sharing[work] = nil
      count -= 1
    }
  }

  private struct State {
    var all = Places()
    var ofClients: [ClientAddress: Places] = [:]
  }

  private let state = Lock(State())
  private let most: Int
  private let mostOfOne: Int

  /// - Parameters:
  ///   - most: Places in all.
  ///   - mostOfOne: Places of one client. Default as many as there are.
  init(_ most: Int, ofOneClient mostOfOne: Int = .max) {
    self.most = most
    self.mostOfOne = mostOfOne
  }

  /// - Parameters:
  ///   - work: What is done once for all that want it, and has one place; nil for what is done for one. Of three hundred
  ///     that wanted one picture most were refused.
  ///   - client: The client that it is done for; nil where that is not known, which counts for no client's share.
  /// - Throws: A problem with status 429 where the client has as many places as one may, 503 where all are taken.
  func enter(sharing work: String? = nil, for client: ClientAddress? = nil) throws -> Entry {
    let refusal: Problem? = state.withLock { state in
      let share = client.map { state.ofClients[$0] ?? Places() }
      if let share, !share.hasRoom(for: work, mostOfOne) {
        return Problem(
          status: .tooManyRequests,
          detail: "You wait for \(mostOfOne) pictures, as many as one may; ask again when one has come.",
          retryAfter: 1
        )
      }
      guard state.all.hasRoom(for: work, most) else {
        return .busy("The server has its hands full; try again in a moment.")
      }
      state.all.enter(work)
      if let client { state.ofClients[client, default: Places()].enter(work) }
      return nil
    }
    if let refusal { throw refusal }
    return Entry(limit: self, work: work, client: client)
  }

  private func leave(_ work: String?, _ client: ClientAddress?) {
    state.withLock { state in
      state.all.leave(work)
      guard let client else { return }
      state.ofClients[client]?.leave(work)
      if state.ofClients[client]?.count == 0 { state.ofClients[client] = nil }
    }
  }
}
