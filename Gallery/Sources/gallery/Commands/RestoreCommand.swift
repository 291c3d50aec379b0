import ArgumentParser

struct RestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Makes a library of what gallery backup has written.",
    discussion: """
      Everything in the backup is looked at before anything is replaced. No server may be running on the same library; to \
      leave it in the middle leaves what was there.
      """
  )

  @Argument(help: ArgumentHelp("The file that gallery backup has written.", valueName: "FILE"))
  var file: String

  @Flag(help: "Replace the library that is there; what is in it is lost.")
  var replace = false

  @OptionGroup var options: BackupOptions

  @OptionGroup var library: LibraryOption

  func validate() throws { try options.check(file) }

  func run() async throws {
    let place = try library.place
    let count = try await place.restore(file, replacing: replace)
    options.tell(count, "restored to \(place)")
  }
}
