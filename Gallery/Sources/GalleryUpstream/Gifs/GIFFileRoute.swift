import GalleryConnections

/// The address of a GIF's file: `/media/{id}/{name}?cid=&ep=&rid=&ct=&fault=`.
///
/// The name is that of the file, as in `200w.gif`; where the GIF has a hurtful name, it is that one, and `rid` says
/// which file is meant.
struct GIFFileRoute: Sendable, Hashable {
  let id: String
  let file: GIFFile
  /// What is to go wrong with this file alone.
  let fault: UpstreamFault?

  init(id: String, file: GIFFile, fault: UpstreamFault?) {
    self.id = id
    self.file = file
    self.fault = fault
  }

  /// - Returns: `nil` for another path, and for what the catalogue does not have.
  init?(path: String, query: String?, in catalogue: GIFCatalogue) {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    guard segments.count == 4, segments[0].isEmpty, segments[1] == "media",
      let gif = catalogue[String(segments[2])]
    else { return nil }
    let parameters = QueryParameters(query)
    let isHurtful = gif.hurtfulName?.segment.map { $0 == segments[3] } ?? false
    let name = isHurtful ? parameters["rid"] ?? GIFFile.original.name : String(segments[3])
    guard let file = GIFFile(name: name) else { return nil }
    self.init(id: gif.id, file: file, fault: parameters["fault"].flatMap(UpstreamFault.init))
  }

  func path(of gif: CatalogueGIF) -> String {
    "/media/\(id)/\(gif.hurtfulName?.segment ?? file.name)"
  }

  /// Real addresses have carried such a tail since about 2020.
  func query(responseID: String) -> String {
    let tail = "cid=\(responseID)&ep=v1_gifs_search&rid=\(file.name)&ct=g"
    return fault.map { "\(tail)&fault=\($0.rawValue)" } ?? tail
  }
}
