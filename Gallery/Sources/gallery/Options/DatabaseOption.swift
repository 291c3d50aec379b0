import ArgumentParser
import Errands
import GalleryDatabase
import GalleryServer

#if POSTGRES
  import ErrandsPostgres
  import GalleryPostgres
#endif

/// Where a server has what it keeps: in a folder of its own, or in a database that it shares with others.
struct DatabaseOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A PostgreSQL that several servers share, instead of the database in --data. It may hold a password: say it as "
        + "GALLERY_DATABASE, which others on this machine cannot read.",
      valueName: "URL"
    )
  )
  var database: String?

  @Option(
    .bytes,
    help: "How much is kept of pictures in that database, for all servers. (default: 1GB)",
    valueName: "BYTES"
  )
  var sharedCacheSize: ByteCountArgument?

  func validate() throws {
    if let database {
      _ = try LibraryPlace(database: database, of: "--database")
    } else if sharedCacheSize != nil {
      throw ValidationError(
        "--shared-cache-size is that of a database which servers share; name one with --database, or leave it out."
      )
    }
  }

  /// Opens what is shared, and says to the server where that is.
  ///
  /// - Parameter makeRoom: Called where the folder's disk is full.
  /// - Returns: The library; one in the folder is opened when it is first asked for.
  /// - Throws: Why there is no key to sign with, or no way to the database.
  func open(
    else folder: DataFolder,
    makeRoom: @escaping @Sendable () async -> Void,
    for configuration: inout GalleryServer.Configuration
  ) async throws -> Errand<any LibraryStore> {
    #if POSTGRES
      if let database {
        let pool = PostgresPool(try PostgresAddress(database))
        let library = try await PostgresLibrary(pool)
        await library.beginServing()
        configuration.pictureTier = try await library.pictures(byteLimit: sharedCacheSize?.count)
        let key = try await library.secret("signing key", orElse: SigningKey().bytes)
        configuration.signingKey = SigningKey(bytes: key)
        configuration.sessions = PostgresSessions(of: library)
        configuration.batchMembersTaken = Self.membersTaken
        return .success(library)
      }
    #endif
    configuration.signingKey = try SigningKey(keptIn: folder.signingKey)
    return Library.opening(at: folder.library, makeRoom: makeRoom)
  }

  #if POSTGRES
    /// As many as are loaded at once, ten times: the other servers have something to do, too, what a server that dies had
    /// taken is not much, and what is kept between two takes costs little beside them.
    private static let membersTaken = 60
  #endif
}
