import ArgumentParser

struct MigrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Takes the library, its files and the batches from one kind of database to the other.",
    discussion: """
      A place is sqlite, which is the library in --data; sqlite:DIR, the one in another folder; postgres, the database of \
      --database; or that one's address. No server may be running on either. All of it arrives or nothing does, and what was \
      there at the beginning stays as it is:

        GALLERY_DATABASE=postgres://… gallery migrate --from sqlite --to postgres

      The key that addresses of pictures are signed with does not go along.
      """
  )

  @Option(help: ArgumentHelp("Where the library is.", valueName: "PLACE"))
  var from: String

  @Option(help: ArgumentHelp("Where it is to be.", valueName: "PLACE"))
  var to: String

  @Flag(help: "Replace the library that is there; what is in it is lost.")
  var replace = false

  @Option(
    help: ArgumentHelp(
      "Where sqlite is. (default: GALLERY_DATA, or the platform's folder for data)",
      valueName: "DIR"
    )
  )
  var data: String?

  @Option(
    help: ArgumentHelp(
      "Where postgres is. It may hold a password: say it as GALLERY_DATABASE, which others on this machine cannot read.",
      valueName: "URL"
    )
  )
  var database: String?

  @OptionGroup var options: BackupOptions

  func validate() throws {
    guard data?.isEmpty != true else { throw ValidationError("--data is empty; name a folder.") }
    guard try place(from, of: "--from") != place(to, of: "--to") else {
      throw ValidationError("--from and --to are the same place; name another one.")
    }
  }

  func run() async throws {
    let target = try place(to, of: "--to")
    let count = try await place(from, of: "--from").carry(to: target, replacing: replace)
    options.tell(count, "carried to \(target)")
    try options.complain(of: count.missing)
  }

  private func place(_ name: String, of option: String) throws -> LibraryPlace {
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    switch parts {
    case ["sqlite"]: return .folder(DataFolder(data))
    case ["postgres"], ["postgresql"]:
      if let database { return try LibraryPlace(database: database, of: "--database") }
      if let place = try LibraryPlace.databaseOfEnvironment { return place }
      throw ValidationError("\(option) postgres: name the database with GALLERY_DATABASE or --database.")
    case _ where parts.count == 2 && parts[0] == "sqlite" && !parts[1].isEmpty:
      return .folder(DataFolder(parts[1].hasPrefix("//") ? String(parts[1].dropFirst(2)) : parts[1]))
    case _ where parts.count == 2 && ["postgres", "postgresql"].contains(parts[0].lowercased()):
      return try LibraryPlace(database: name, of: option)
    default:
      // A password may stand behind the colon.
      let shown = parts.count == 2 ? "\(parts[0]):…" : name
      throw ValidationError(
        "\(option) \(shown.plain): this is no place of a library; give sqlite, sqlite:DIR, postgres or postgres://…."
      )
    }
  }
}
