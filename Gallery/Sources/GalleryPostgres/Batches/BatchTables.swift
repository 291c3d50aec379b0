import ErrandsPostgres
import Foundation

/// The tables of batches.
enum BatchTables {
  static let step = PostgresMigration(
    "1 batches",
    """
    CREATE TABLE gallery_batch (
      -- Never given out again.
      number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      id text NOT NULL UNIQUE,
      started double precision NOT NULL,
      style text NOT NULL,
      client text,
      -- In seconds.
      time_limit double precision NOT NULL,
      spent double precision NOT NULL DEFAULT 0,
      total bigint NOT NULL,
      weight bigint NOT NULL,
      succeeded bigint NOT NULL DEFAULT 0,
      failed bigint NOT NULL DEFAULT 0,
      cancelled bigint NOT NULL DEFAULT 0,
      bytes bigint NOT NULL DEFAULT 0,
      ended double precision,
      timed_out boolean NOT NULL DEFAULT false,
      -- Where its end stands in all that was told.
      place bigint
    );
    CREATE INDEX gallery_batch_running ON gallery_batch (number) WHERE ended IS NULL;
    CREATE INDEX gallery_batch_place ON gallery_batch (place) WHERE place IS NOT NULL;
    CREATE TABLE gallery_batch_member (
      batch bigint NOT NULL REFERENCES gallery_batch (number) ON DELETE CASCADE,
      position bigint NOT NULL,
      url text NOT NULL,
      worker text,
      status text,
      error text,
      bytes bigint NOT NULL DEFAULT 0,
      place bigint,
      PRIMARY KEY (batch, position)
    );
    CREATE INDEX gallery_batch_member_open ON gallery_batch_member (batch, position) WHERE status IS NULL;
    CREATE INDEX gallery_batch_member_told ON gallery_batch_member (place) WHERE place IS NOT NULL;
    CREATE TABLE gallery_batch_worker (
      id text PRIMARY KEY,
      renewed double precision NOT NULL,
      -- In seconds.
      lease double precision NOT NULL
    );
    -- One row: the store's name, the last place that was given out, and the last that was forgotten.
    CREATE TABLE gallery_batch_log (
      store text NOT NULL,
      place bigint NOT NULL,
      forgotten bigint NOT NULL
    );
    INSERT INTO gallery_batch_log VALUES (replace(gen_random_uuid()::text, '-', ''), 0, 0);
    """
  )
}
