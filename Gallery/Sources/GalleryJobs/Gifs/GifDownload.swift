import Dispatch
import Errands
import ErrandsLoading

/// One hit on its way to a file, in the three steps of which each style makes a whole in its own way.
struct GifDownload: Sendable {
  private static let files = DispatchQueue(label: "gif files")

  let gif: Gif
  let rendition: GifRendition
  private let name: SafeFileName
  private let folder: GifFolder
  private let fetcher: Fetcher
  /// That of a batch. The load is in it. What is done with the animation once it is there is not: that takes a
  /// moment, asks the scope whether it is still wanted, and leaves nothing behind. So no batch ends in the middle of
  /// a file.
  private let scope: Scope

  init(
    _ gif: Gif,
    _ rendition: GifRendition,
    named name: SafeFileName,
    in folder: GifFolder,
    with fetcher: Fetcher,
    until scope: Scope
  ) {
    self.gif = gif
    self.rendition = rendition
    self.name = name
    self.folder = folder
    self.fetcher = fetcher
    self.scope = scope
  }

  var title: String { "gif \(gif.id)" }

  /// The first step: the bytes. Reports how many have come.
  func fetched() -> Errand<FetchedData> {
    .fromCallback("loading \(title)") { [self] callback in
      try folder.make()
      let request = FetchRequest(rendition.url, fields: ["Accept": "image/gif,image/webp"])
      callback.follow(fetcher.data(for: request).run(in: scope))
    }
  }

  /// The second: what they are.
  func inspected(_ fetched: FetchedData) -> Errand<GifAnimation> {
    Errand("looking at \(title)") { try await GifAnimation(fetched) }
  }

  /// The third: the file, whole or not at all.
  func saved(_ animation: GifAnimation) -> Errand<GifFile> {
    .writing("writing \(title)", on: Self.files, until: scope) { isWanted in
      try file(of: animation, while: isWanted)
    }
  }

  private func file(of animation: GifAnimation, while isWanted: () -> Bool) throws -> GifFile {
    let fetched = animation.fetched
    let path = try folder.write(fetched, of: gif, named: name, while: isWanted)
    return GifFile(
      path: path,
      url: fetched.head.url,
      width: animation.info.width,
      height: animation.info.height,
      frames: animation.info.frames,
      bytes: fetched.body.count
    )
  }
}
