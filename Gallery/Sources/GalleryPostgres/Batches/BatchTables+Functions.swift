import ErrandsPostgres

extension BatchTables {
  /// All that it takes to give out members, and to keep what became of them, in one statement each: where servers die or are cut
  /// off, and where the database is far away, what is locked is locked for one way to it and back. What a function of this kind
  /// looks at has been done by others up to then, and not up to when the statement began.
  ///
  /// None of them reads a whole table where it need not, though that may have been small when it was decided how. Where it has to,
  /// as with the one row of the log, that counts as so expensive that the statement would be compiled each time.
  ///
  /// The times that they are given may be null, for the database's own. What records gives news: a row with the store and the place
  /// after all that was told before; one for each member that got its outcome, in their order; and one for each batch as it is
  /// behind that, with the place of its end where it has ended by that.
  static let functions = PostgresMigration(
    "5 batches at once",
    isCompatible: true,
    """
    CREATE FUNCTION gallery_batch_take(taker text, taker_lease double precision, most bigint, others text[],
      at double precision) RETURNS TABLE (member bigint, address text, taken gallery_batch)
    LANGUAGE plpgsql VOLATILE SET enable_seqscan = off SET jit = off AS $$
    DECLARE
      moment double precision;
      is_alone boolean := false;
      picked bigint[];
    BEGIN
      LOOP
        -- Not before the wait: it may be longer than a lease, and those that have renewed theirs meanwhile live.
        moment := coalesce(at, extract(epoch FROM clock_timestamp()));
        SELECT * INTO taken FROM gallery_batch WHERE ended IS NULL AND NOT id = ANY(others) AND (
          total = 0 OR EXISTS (
            SELECT 1 FROM gallery_batch_member WHERE batch = number AND status IS NULL AND (
              worker IS NULL OR worker NOT IN (
                SELECT id FROM gallery_batch_worker WHERE abs(moment - renewed) < lease
              )
            )
          )
        )
        ORDER BY number LIMIT 1;
        -- Most of the time there is nothing to take, and nobody is waited for.
        IF NOT FOUND THEN RETURN; END IF;
        EXIT WHEN is_alone;
        -- One at a time: two at once would not see that the other's worker lives, which has come with what it has just taken.
        PERFORM pg_advisory_xact_lock(hashtext('gallery_batch_take'));
        is_alone := true;
      END LOOP;
      INSERT INTO gallery_batch_worker (id, renewed, lease) VALUES (taker, moment, taker_lease)
        ON CONFLICT (id) DO UPDATE SET renewed = excluded.renewed, lease = excluded.lease;
      -- By itself: within the change, it may be looked for anew for each member that there is, and more and more of them taken. What
      -- another server is busy with is passed over, and not waited for.
      picked := ARRAY(
        SELECT position FROM gallery_batch_member
        WHERE batch = taken.number AND status IS NULL AND (
          worker IS NULL OR worker NOT IN (
            SELECT id FROM gallery_batch_worker WHERE abs(moment - renewed) < lease
          )
        )
        ORDER BY position LIMIT most FOR UPDATE SKIP LOCKED
      );
      FOR member, address IN
        UPDATE gallery_batch_member SET worker = taker WHERE batch = taken.number AND position = ANY(picked)
        RETURNING position, url
      LOOP
        RETURN NEXT;
      END LOOP;
      -- Somebody has to end it.
      IF taken.total = 0 THEN RETURN NEXT; END IF;
    END $$;

    -- Of outcomes by batch: [{"batch": …, "members": [{"position": …, "status": …, "error": …, "bytes": …}, …]}, …]. A member that
    -- has one keeps it. `is_late`: batches that end by that have come to their time.
    CREATE FUNCTION gallery_batch_record(told jsonb, is_late boolean, at double precision)
      RETURNS TABLE (log_store text, at_place bigint, of_batch text, member bigint, changed gallery_batch)
    LANGUAGE plpgsql VOLATILE SET enable_seqscan = off SET jit = off AS $$
    DECLARE
      moment double precision;
      first bigint;
      last bigint;
      one jsonb;
      outcome jsonb;
      known gallery_batch;
      counts bigint[];
      amount bigint;
      ends boolean;
    BEGIN
      -- Whoever tells something waits for those that are telling something.
      SELECT store, place INTO log_store, first FROM gallery_batch_log FOR UPDATE;
      moment := coalesce(at, extract(epoch FROM clock_timestamp()));
      last := first;
      at_place := first;
      RETURN NEXT;
      FOR one IN SELECT value FROM jsonb_array_elements(told) WITH ORDINALITY ORDER BY ordinality LOOP
        SELECT * INTO known FROM gallery_batch WHERE id = one ->> 'batch' FOR UPDATE;
        CONTINUE WHEN NOT FOUND;
        of_batch := known.id;
        counts := ARRAY[0, 0, 0];
        amount := 0;
        FOR outcome IN SELECT value FROM jsonb_array_elements(one -> 'members') WITH ORDINALITY ORDER BY ordinality LOOP
          UPDATE gallery_batch_member SET status = outcome ->> 'status', error = outcome ->> 'error',
            bytes = (outcome ->> 'bytes')::bigint, place = last + 1, worker = NULL
            WHERE batch = known.number AND position = (outcome ->> 'position')::bigint AND status IS NULL
            RETURNING position INTO member;
          CONTINUE WHEN NOT FOUND;
          last := last + 1;
          at_place := last;
          amount := amount + (outcome ->> 'bytes')::bigint;
          CASE outcome ->> 'status'
            WHEN 'succeeded' THEN counts[1] := counts[1] + 1;
            WHEN 'failed' THEN counts[2] := counts[2] + 1;
            ELSE counts[3] := counts[3] + 1;
          END CASE;
          RETURN NEXT;
        END LOOP;
        ends := known.ended IS NULL
          AND known.succeeded + known.failed + known.cancelled + counts[1] + counts[2] + counts[3] = known.total;
        UPDATE gallery_batch SET
          succeeded = succeeded + counts[1], failed = failed + counts[2], cancelled = cancelled + counts[3],
          bytes = bytes + amount,
          ended = CASE WHEN ends THEN moment ELSE ended END,
          timed_out = CASE WHEN ends THEN is_late ELSE timed_out END,
          place = CASE WHEN ends THEN last + 1 ELSE place END,
          client = CASE WHEN ends THEN NULL ELSE client END
          WHERE number = known.number RETURNING * INTO changed;
        member := NULL;
        at_place := NULL;
        IF ends THEN
          last := last + 1;
          at_place := last;
        END IF;
        RETURN NEXT;
        changed := NULL;
      END LOOP;
      IF last = first THEN RETURN; END IF;
      UPDATE gallery_batch_log SET place = last;
      PERFORM pg_notify('gallery_batches', last::text);
    END $$;
    """
  )
}
