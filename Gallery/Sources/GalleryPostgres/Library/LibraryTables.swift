import ErrandsPostgres

/// The tables of kept things.
///
/// A file's bytes have a table of their own: pages of things do not carry them. They are in the row's transaction, so
/// that there is never a thing without its file, nor a file without its thing.
enum LibraryTables {
  static let step = PostgresMigration(
    "2 library",
    """
    CREATE TABLE gallery_saved (
      -- The number of something that was deleted is not given out again.
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      url text NOT NULL UNIQUE,
      kind text NOT NULL,
      title text NOT NULL,
      -- Folded, with a space before each and behind the last.
      words text NOT NULL,
      content bytea NOT NULL,
      saved_at double precision NOT NULL,
      place bigint NOT NULL UNIQUE,
      file text,
      media_type text,
      bytes bigint,
      digest text
    );
    CREATE INDEX gallery_saved_of_kind ON gallery_saved (kind, place);
    CREATE INDEX gallery_saved_words ON gallery_saved USING gin (array_to_tsvector(string_to_array(btrim(words), ' ')));
    CREATE TABLE gallery_file (
      thing bigint PRIMARY KEY REFERENCES gallery_saved (id) ON DELETE CASCADE,
      bytes bytea NOT NULL
    );
    ALTER TABLE gallery_file ALTER COLUMN bytes SET STORAGE EXTERNAL;
    """
  )

  /// What a usual index has of a row is a third of a page at most, which an address may be longer than.
  static let longAddresses = PostgresMigration(
    "4 long addresses",
    """
    ALTER TABLE gallery_saved DROP CONSTRAINT gallery_saved_url_key;
    ALTER TABLE gallery_saved ADD CONSTRAINT gallery_saved_url EXCLUDE USING hash (url WITH =);
    """
  )
}
