import Errands
import ErrandsImages
import ErrandsLoading
import Foundation
import GalleryDatabase
import GalleryJobs

/// Loads what is to be kept, and keeps it. Two who want the same at the same time share the work, and it ends with the last of
/// them.
final class LibraryKeeper: Sendable {
  private let library: OpenedLibrary
  private let images: ServedImages
  private let charts: Fetcher
  private let musicBase: String
  private let timeline: Timeline
  private let isKept: @Sendable (_ id: Int64) -> Void
  private let flights = SingleFlight<String, KeptThing>()

  /// - Parameter isKept: Told of each thing that has been kept, once, whether or not those who wanted it are still there.
  init(
    library: OpenedLibrary,
    images: ServedImages,
    charts: Fetcher,
    musicBase: String,
    timeline: Timeline,
    isKept: @escaping @Sendable (_ id: Int64) -> Void
  ) {
    self.library = library
    self.images = images
    self.charts = charts
    self.musicBase = musicBase
    self.timeline = timeline
    self.isKept = isKept
  }

  /// The thing that is kept already, if the order says enough to know that.
  func known(_ source: LibrarySource) async throws -> SavedThing? {
    guard let address = source.address(images.own) else { return nil }
    let library = try await library.library()
    guard let id = try await library.numbers(of: [address])[address] else { return nil }
    return try await library.thing(id)
  }

  /// What an order is called while it is carried out: those that are called the same are carried out once.
  func name(of source: LibrarySource) -> String {
    switch source {
    case .picture(let url): images.own.name(of: url)
    case .chart(let chart): chart.address(updated: "")
    }
  }

  /// Loads and keeps. Its run's end ends the load, where no other wants the same.
  func keep(_ order: KeepOrder) -> Errand<KeptThing> {
    let name = name(of: order.source)
    let work = Errand<KeptThing>("keep \(name.redactedAddress)") { [self] in
      let library = try await library.library()
      let kept = try await library.keep(try await load(order))
      if kept.isNew { isKept(kept.thing.id) }
      return kept
    }
    return flights.share(work, for: name)
  }

  private func load(_ order: KeepOrder) async throws -> NewThing {
    switch order.source {
    case .picture(let url): try await picture(at: url, called: order.title)
    case .chart(let chart): try await self.chart(chart)
    }
  }

  /// From the cache, where it was just shown. Only whole images are kept, whatever a server calls them.
  private func picture(at url: URL, called title: String) async throws -> NewThing {
    let fetched = try await images.original(for: images.request(for: url))
    try fetched.checkPhoto()
    guard let format = ImageFormat(sniffing: fetched.body) else {
      throw PhotoError.notAnImage(url, mediaType: nil, isEmpty: fetched.body.isEmpty)
    }
    // A picture whose header says nothing is shown at whatever size it has.
    let info = try? await ImageInfo(reading: fetched.body)
    let name = images.own.name(of: url)
    let fileName = SafeFileName(url: url)?.text ?? ""
    let content = KeptPicture(width: info?.width, height: info?.height, frames: info?.frames)
    let kind: LibraryKind = format == .gif ? .gif : .photo
    return NewThing(
      url: name,
      kind: kind.rawValue,
      title: title.isEmpty ? fileName : title,
      words: [url.host() ?? "", fileName],
      content: Data(JSONText.line(content).utf8),
      file: NewThing.File(bytes: fetched.body, mediaType: format.mediaType, ending: format.fileExtension)
    )
  }

  private func chart(_ source: LibrarySource.ChartSource) async throws -> NewThing {
    let feed = try MusicFeed(base: musicBase, country: source.country, kind: source.kind, limit: source.limit)
    let scope = Scope()
    defer { scope.cancel() }
    let run = MusicJob(fetcher: charts, feed: feed).chart(by: .async).run(in: scope)
    timeline.note(
      TimelineJob(kind: .music, label: "keep \(source.country) \(source.kind.rawValue)"),
      of: run.id
    )
    let chart = KeptChart(try await run.value, of: source, own: images.own)
    let content = Data(JSONText.line(chart).utf8)
    return NewThing(
      url: source.address(updated: chart.updated ?? ""),
      kind: LibraryKind.chart.rawValue,
      title: chart.title ?? "",
      words: chart.words,
      content: content
    )
  }
}
