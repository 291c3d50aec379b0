import ErrandsLoading
import Foundation

/// Adds the key to requests of Giphy's search, at the last moment, and takes it out of what comes back.
struct GiphyTransport: Transport {
  private let transport: any Transport
  private let search: URL
  private let key: GiphyKey

  init(_ transport: any Transport, search: URL, key: GiphyKey) {
    self.transport = transport
    self.search = search
    self.key = key
  }

  func send(_ request: FetchRequest) async throws -> TransportResponse {
    guard isSearch(request.url) else { return try await transport.send(request) }
    var keyed = request
    keyed.url = key.added(to: request.url)
    do {
      let response = try await transport.send(keyed)
      return response.with(
        head: keyless(response.head, url: request.url),
        body: TransportBody(KeylessChunks(chunks: response.body, url: request.url, key: key))
      )
    } catch let error as FetchError {
      throw error.keyless(url: request.url, key)
    }
  }

  func beginMeasuring() { transport.beginMeasuring() }

  /// The same scheme, host, port and path: what else a server may redirect to is none of the key's business.
  private func isSearch(_ url: URL) -> Bool {
    url.scheme?.lowercased() == search.scheme?.lowercased()
      && url.host()?.lowercased() == search.host()?.lowercased()
      && url.port == search.port && url.path(percentEncoded: true) == search.path(percentEncoded: true)
  }

  private func keyless(_ head: FetchHead, url: URL) -> FetchHead {
    var fields = head.fields
    if let location = fields["Location"] { fields["Location"] = key.removed(from: location) }
    return FetchHead(url: url, status: head.status, fields: fields)
  }
}

/// A body whose errors do not name the key.
private struct KeylessChunks: AsyncSequence, Sendable {
  let chunks: TransportBody
  let url: URL
  let key: GiphyKey

  func makeAsyncIterator() -> Iterator { Iterator(chunks: chunks.makeAsyncIterator(), url: url, key: key) }

  struct Iterator: AsyncIteratorProtocol {
    var chunks: TransportBody.Iterator
    let url: URL
    let key: GiphyKey

    mutating func next() async throws -> Data? {
      do {
        return try await chunks.next()
      } catch let error as FetchError {
        throw error.keyless(url: url, key)
      }
    }
  }
}

extension FetchError {
  /// The same error about the address without the key.
  fileprivate func keyless(url: URL, _ key: GiphyKey) -> FetchError {
    FetchError(url, cause.keyless(key))
  }
}

extension FetchError.Cause {
  /// The same without the key in what is told in the words of others.
  fileprivate func keyless(_ key: GiphyKey) -> Self {
    switch self {
    case .invalidURL(let text, let reason):
      .invalidURL(key.concealed(in: text), reason: key.concealed(in: reason))
    case .cannotConnect(let reason): .cannotConnect(reason: key.concealed(in: reason))
    case .notSecure(let reason): .notSecure(reason: key.concealed(in: reason))
    case .malformedResponse(let reason): .malformedResponse(reason: key.concealed(in: reason))
    case .badRedirect(let reason): .badRedirect(reason: key.concealed(in: reason))
    case .transport(let reason): .transport(reason: key.concealed(in: reason))
    default: self
    }
  }
}
