import ArgumentParser

struct GalleryCommand: AsyncParsableCommand {
  /// The command of a command line, with what the environment says to the server.
  ///
  /// - Throws: What is wrong with it, or the help that it asks for.
  static func command(
    of arguments: [String],
    in environment: [String: String]
  ) throws -> any ParsableCommand {
    try check(arguments)
    return try parseAsRoot(EnvironmentOptions.adding(environment, to: arguments))
  }

  /// Looks whether there is the command that is named. By itself a name that is none would be an argument of the default
  /// command, which takes none.
  ///
  /// - Throws: `ValidationError` for a command that there is not.
  private static func check(_ arguments: [String]) throws {
    guard let name = arguments.first, !name.hasPrefix("-") else { return }
    let names = configuration.subcommands.compactMap { $0.configuration.commandName }
    guard !names.contains(name), name != "help" else { return }
    let list = names.joined(separator: ", ")
    throw ValidationError("There is no command “\(name.plain)”; give one of \(list).")
  }

  static let configuration = CommandConfiguration(
    commandName: "gallery",
    abstract:
      "Charts of new music, GIFs, covers, photos, and saved articles, on a page and at the "
      + "command line; and a downloader.",
    discussion: """
      Exit codes: 0 all succeeded, 1 some or all loads failed, 2 the command line was wrong, 130 interrupted
      (serve and upstream, told to stop: 0).
      """,
    version: "1.0.0",
    subcommands: [
      ServeCommand.self, MusicCommand.self, GifsCommand.self, CoversCommand.self, ClockCommand.self,
      ModelsCommand.self, PhotosCommand.self, LibraryCommand.self, BackupCommand.self,
      RestoreCommand.self, MigrateCommand.self, FetchCommand.self, ImageCommand.self,
      UpstreamCommand.self, PasswordCommand.self,
    ],
    defaultSubcommand: ServeCommand.self
  )
}
