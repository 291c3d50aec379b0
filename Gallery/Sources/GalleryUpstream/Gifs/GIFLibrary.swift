import ErrandsUpstream

/// What the embedded upstream answers in Giphy's place: searches, and the files of what they find.
struct GIFLibrary: Sendable {
  let catalogue: GIFCatalogue
  private let studio = GIFStudio()

  init(seed: UInt64) {
    catalogue = GIFCatalogue(seed: seed)
  }

  /// - Returns: `nil` for what is not Giphy's.
  func answer(to request: RecordedRequest, base: String) async throws -> Script? {
    do {
      if let search = try GIFSearch(path: request.path, query: request.query) {
        return GIFSearchAnswer(search: search, catalogue: catalogue, base: base).script
      }
    } catch {
      return error.script
    }
    guard let route = GIFFileRoute(path: request.path, query: request.query, in: catalogue),
      let gif = catalogue[route.id]
    else { return nil }
    let script = try await studio.file(GIFRendition(gif: gif, file: route.file)).answer(to: request)
    return route.fault?.spoil(script, answering: request) ?? script
  }
}
