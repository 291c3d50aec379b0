import ArgumentParser

struct GalleryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gallery",
    abstract:
      "Charts of new music, GIFs, covers, photos, and saved articles, on a page and at the "
      + "command line.",
    discussion: """
      Exit codes: 0 all succeeded, 1 some or all loads failed, 2 the command line was wrong, 130 interrupted
      (serve and upstream, told to stop: 0).
      """,
    version: "1.0.0",
    subcommands: [
      ServeCommand.self, MusicCommand.self, GifsCommand.self, CoversCommand.self, ClockCommand.self,
      ModelsCommand.self, PhotosCommand.self, UpstreamCommand.self,
    ],
    defaultSubcommand: ServeCommand.self
  )
}
