import ErrandsPostgres

/// What servers have to know together, beside what they keep.
enum ServerTables {
  static let step = PostgresMigration(
    "3 servers",
    """
    CREATE TABLE gallery_secret (
      name text PRIMARY KEY,
      bytes bytea NOT NULL
    );
    CREATE TABLE gallery_session (
      id text PRIMARY KEY,
      begun double precision NOT NULL,
      used double precision NOT NULL
    );
    CREATE INDEX gallery_session_used ON gallery_session (used);
    """
  )
}
