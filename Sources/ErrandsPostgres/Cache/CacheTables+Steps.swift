extension CacheTables {
  /// Nothing of it outlives a crash of the database: it can all be made again, and costs half so.
  static func steps(_ name: String) -> [PostgresMigration] {
    [
      PostgresMigration(
        "1 cache",
        """
        CREATE UNLOGGED TABLE "\(name)" (
          key text PRIMARY KEY,
          bytes bytea NOT NULL,
          size bigint NOT NULL,
          expires double precision,
          used double precision NOT NULL
        );
        ALTER TABLE "\(name)" ALTER COLUMN bytes SET STORAGE EXTERNAL;
        CREATE INDEX "\(name)_used" ON "\(name)" (used);
        CREATE UNLOGGED TABLE "\(name)_lease" (
          key text PRIMARY KEY,
          holder text NOT NULL,
          until double precision NOT NULL
        );
        CREATE TABLE "\(name)_size" (bytes bigint NOT NULL);
        INSERT INTO "\(name)_size" VALUES (0);
        """
      ),
      // A notification wakes everybody who listens in the database: what nobody waits for is not told.
      PostgresMigration(
        "2 waiting",
        "ALTER TABLE \"\(name)_lease\" ADD COLUMN is_awaited boolean NOT NULL DEFAULT false"
      ),
      // Outlives a crash: what is kept on the disks of servers does so, too. A server that does not know of it does not
      // purge what it has for itself, and is no danger otherwise.
      PostgresMigration(
        "3 purging",
        isCompatible: true,
        """
        ALTER TABLE "\(name)_size" ADD COLUMN purges bigint NOT NULL DEFAULT 0;
        ALTER TABLE "\(name)_size" ADD COLUMN id text NOT NULL DEFAULT gen_random_uuid()::text;
        CREATE TABLE "\(name)_purge" (
          number bigint PRIMARY KEY,
          id text NOT NULL DEFAULT gen_random_uuid()::text,
          part text NOT NULL,
          -- What stands in the keys that it is about.
          mark text NOT NULL
        );
        -- Empty behind a crash of the database, which has emptied the cache and not its size.
        CREATE UNLOGGED TABLE "\(name)_counted" (is_right boolean NOT NULL);
        """
      ),
      // All that it takes to look something up, in one statement: what a function of this kind looks at has been done by others
      // up to then, and not up to when the statement began.
      PostgresMigration(
        "4 look-up",
        isCompatible: true,
        """
        CREATE \(lookUp(name, isFree: "lease.until < moment"))
        """
      ),
      // A lease that ends later than one can is of a clock that has been set back since.
      PostgresMigration(
        "5 clocks",
        isCompatible: true,
        """
        CREATE OR REPLACE \(lookUp(name, isFree: "lease.until < moment OR lease.until > moment + 2 * seconds"))
        """
      ),
    ]
  }

  /// - Parameter isFree: When a lease is nobody's any more.
  private static func lookUp(_ name: String, isFree: String) -> String {
    """
    FUNCTION "\(name)_look" (wanted text, asker text, seconds double precision, coarseness double precision,
      OUT bytes bytea, OUT others double precision, OUT is_taken boolean) VOLATILE LANGUAGE plpgsql AS $$
    DECLARE
      moment double precision := \(now);
      last double precision;
    BEGIN
      is_taken := false;
      SELECT cache.bytes, cache.used INTO bytes, last FROM "\(name)" AS cache
        WHERE key = wanted AND (expires IS NULL OR expires > moment);
      IF bytes IS NOT NULL THEN
        IF last < moment - coarseness THEN UPDATE "\(name)" SET used = moment WHERE key = wanted; END IF;
        RETURN;
      END IF;
      INSERT INTO "\(name)_lease" AS lease (key, holder, until) VALUES (wanted, asker, moment + seconds)
        ON CONFLICT (key) DO UPDATE SET holder = excluded.holder, until = excluded.until
        WHERE \(isFree);
      is_taken := FOUND;
      IF NOT is_taken THEN
        UPDATE "\(name)_lease" SET is_awaited = true WHERE key = wanted RETURNING until - moment INTO others;
        -- It may have been given back by now.
        others := coalesce(others, 0);
        RETURN;
      END IF;
      -- It may have been made, and the lease given back, between the two.
      SELECT cache.bytes INTO bytes FROM "\(name)" AS cache
        WHERE key = wanted AND (expires IS NULL OR expires > moment);
    END $$;
    """
  }
}
