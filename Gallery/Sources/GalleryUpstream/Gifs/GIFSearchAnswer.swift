import ErrandsUpstream
import GalleryConnections

/// Writes the answer to a search.
struct GIFSearchAnswer {
  let search: GIFSearch
  let catalogue: GIFCatalogue
  /// Where the embedded upstream is reached, without a slash at its end.
  let base: String

  var script: Script {
    let fault = GIFSearchFault(query: search.query)
    switch fault {
    case nil: return json(hits: found)
    case .noPagination: return .json(envelope(data: .array([]), pagination: nil, responseID).minified)
    case .outage:
      let headers: HeaderFields = ["Cache-Control": "max-age=30", "Retry-After": "0"]
      return .json(envelope(data: .array([]), pagination: nil, "").minified, headers: headers)
    case .noData: return .json(#"{"data": {}}"#)
    case .malformedJSON:
      let body = page(of: catalogue.all, GIFEntry(base: base, responseID: responseID)).minified.utf8
      return .ok(Array(body.prefix(body.count / 2)), contentType: "application/json")
    case .unrelated: return json(hits: Array(catalogue.all.prefix(1)))
    case .flaw(let flaw): return json(hits: catalogue.all, flaw: flaw)
    case .files(let fault): return json(hits: catalogue.all, fault: fault)
    }
  }

  private var found: [CatalogueGIF] {
    catalogue.search(search.query, rating: search.rating, prefersVietnamese: search.prefersVietnamese)
  }

  private func json(hits: [CatalogueGIF], flaw: GIFFlaw? = nil, fault: UpstreamFault? = nil) -> Script {
    let entry = GIFEntry(base: base, responseID: responseID, flaw: flaw, fault: fault)
    return .json(page(of: hits, entry).minified)
  }

  private func page(of hits: [CatalogueGIF], _ entry: GIFEntry) -> OrderedJSON {
    let page = hits.dropFirst(search.offset).prefix(search.limit)
    let pagination = pagination(page.count, of: hits.count)
    return envelope(data: .array(page.map(entry.json)), pagination: pagination, responseID)
  }

  private func envelope(data: OrderedJSON, pagination: OrderedJSON?, _ responseID: String) -> OrderedJSON {
    let meta: [OrderedJSON.Member] = [
      ("status", .number(200)), ("msg", .text("OK")), ("response_id", .text(responseID)),
    ]
    return .object([("data", data), ("pagination", pagination), ("meta", .object(meta))])
  }

  private func pagination(_ count: Int, of total: Int) -> OrderedJSON {
    .object([
      ("total_count", .number(total)), ("count", .number(count)), ("offset", .number(search.offset)),
    ])
  }

  /// Forty letters and digits. The real ones are new with every answer; these are the same for the same search, so
  /// that the same answer can be told from another.
  private var responseID: String {
    var random = CatalogueRandom(
      seed: UInt64(search.offset),
      salt: "response/\(search.query)/\(search.limit)/\(search.rating)/\(search.prefersVietnamese)"
    )
    let characters = Array("0123456789abcdefghijklmnopqrstuvwxyz")
    return String((0..<40).map { _ in random.pick(characters) })
  }
}
