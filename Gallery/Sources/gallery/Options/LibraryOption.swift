import ArgumentParser
import Foundation

/// Which library a command is about.
struct LibraryOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where the library lives. (default: GALLERY_DATA, or the platform's folder for data)",
      valueName: "DIR"
    )
  )
  var data: String?

  @Option(
    help: ArgumentHelp(
      "The PostgreSQL in which servers share it, instead of --data. It may hold a password: say it as GALLERY_DATABASE, which "
        + "others on this machine cannot read.",
      valueName: "URL"
    )
  )
  var database: String?

  func validate() throws {
    guard data?.isEmpty != true else { throw ValidationError("--data is empty; name a folder.") }
    guard data == nil || database == nil else {
      throw ValidationError("--data and --database are two places; name one.")
    }
    _ = try place
  }

  /// What is named goes before what the environment says.
  ///
  /// - Throws: `ValidationError` for an address of a database that is none.
  var place: LibraryPlace {
    get throws {
      if let database { return try LibraryPlace(database: database, of: "--database") }
      if data == nil, let place = try LibraryPlace.databaseOfEnvironment { return place }
      return .folder(DataFolder(data))
    }
  }
}
