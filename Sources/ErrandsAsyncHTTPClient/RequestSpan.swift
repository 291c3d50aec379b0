import Errands
import ErrandsLoading
import Tracing

extension Tracer {
  /// Sends a request within a span of its own, whose context goes along with it. Names and attributes are those of
  /// OpenTelemetry's conventions for HTTP clients. AsyncHTTPClient's own spans have the whole query of the address in them,
  /// with its keys and signatures.
  func spanning(
    _ request: FetchRequest,
    _ send: (FetchRequest) async throws -> TransportResponse
  ) async throws -> TransportResponse {
    // Below the run for which the request is sent, where that has a span of this tracer's.
    let parent = Trace.spanContext(for: self) as? ServiceContext ?? ServiceContext.current ?? .topLevel
    return try await withSpan(request.method.rawValue, context: parent, ofKind: .client) { span in
      span.attributes["http.request.method"] = request.method.rawValue
      span.attributes["url.full"] = request.url.redacted
      span.attributes["server.address"] = request.url.host
      span.attributes["server.port"] =
        request.url.port ?? (request.url.scheme?.lowercased() == "https" ? 443 : 80)
      var request = request
      inject(span.context, into: &request.fields, using: FieldInjector())
      let response = try await send(request)
      span.attributes["http.response.status_code"] = response.head.status
      if let peer = response.peer {
        span.attributes["network.peer.address"] = peer.address.description
        span.attributes["network.peer.port"] = peer.port
      }
      if response.head.status >= 400 { span.setStatus(SpanStatus(code: .error)) }
      return response
    }
  }
}

/// Writes a context into the fields of a request.
private struct FieldInjector: Injector {
  func inject(_ value: String, forKey key: String, into fields: inout HTTPFields) { fields[key] = value }
}
