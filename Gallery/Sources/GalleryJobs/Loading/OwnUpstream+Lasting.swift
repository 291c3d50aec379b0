import ErrandsLoading
import Foundation

extension OwnUpstream {
  /// No host has this name (RFC 6761, section 6.4).
  static let lastingBase = "http://upstream.invalid"

  /// Stands for ``base`` in the addresses under which something is kept; nil where there is no own upstream.
  public var lastingBase: URL? { base == nil ? nil : URL(string: Self.lastingBase) }

  /// The address under which something is kept: that of what lies at the own upstream is the same whatever port that has
  /// today, so that it is found again tomorrow. Only ``transport(over:)`` knows where it leads.
  public func lasting(_ url: URL) -> URL {
    let name = name(of: url)
    return name.hasPrefix("/") ? URL(string: Self.lastingBase + name) ?? url : url
  }

  /// Another transport, over which lasting addresses lead to where the own upstream listens.
  public func transport(over transport: any Transport) -> any Transport {
    guard let base else { return transport }
    return LastingTransport(transport: transport, base: base.absoluteString)
  }
}

private struct LastingTransport: Transport {
  let transport: any Transport
  let base: String

  func send(_ request: FetchRequest) async throws -> TransportResponse {
    let address = request.url.absoluteString
    guard address.hasPrefix(OwnUpstream.lastingBase + "/"),
      let url = URL(string: base + address.dropFirst(OwnUpstream.lastingBase.count))
    else { return try await transport.send(request) }
    var sent = request
    sent.url = url
    let response = try await transport.send(sent)
    // The answer is kept under the address that was asked for.
    let head = FetchHead(url: request.url, status: response.head.status, fields: response.head.fields)
    return response.with(head: head)
  }

  func beginMeasuring() { transport.beginMeasuring() }
}
