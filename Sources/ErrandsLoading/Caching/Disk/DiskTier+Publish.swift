extension DiskTier {
  /// Writes a head and makes it the entry's. Its size in bytes.
  ///
  /// - Parameters:
  ///   - isRenewal: Whether the head before has to be one of the same body.
  ///   - reserve: Makes room for so many bytes.
  func publish(
    _ record: EntryRecord,
    _ name: EntryName,
    at now: Int64,
    isRenewal: Bool = false,
    reserve: (Int64) throws(FileError) -> Void
  ) throws(FileError) -> Int64 {
    let bytes = record.encoded
    try reserve(Int64(bytes.count))
    let partial = try create { .partial(name, number: $0) }
    do throws(FileError) {
      try partial.file.append(bytes)
      partial.file.setModified(now)
      try folder.publish(name, number: partial.number, over: isRenewal ? record.number : nil)
    } catch {
      folder.remove(.partial(name, number: partial.number))
      throw error
    }
    return Int64(bytes.count)
  }

  /// Makes room for so many more bytes: of a new entry, or of the head of the one that is named.
  func reserve(_ bytes: Int64, for name: EntryName? = nil) throws(FileError) {
    let spare = spare
    guard let removed = state.withLock({ $0.reserve(bytes, of: spare, for: name) }) else {
      throw FileError.noRoom
    }
    removeFiles(removed)
  }

  /// A folder that has been removed is made anew.
  func create(_ kind: (String) -> EntryFile) throws(FileError) -> (file: CacheFile, number: String) {
    do throws(FileError) {
      return try folder.create(kind)
    } catch {
      guard error.isAbsence else { throw error }
      try folder.prepare()
      return try folder.create(kind)
    }
  }

  func renewNow(_ name: EntryName, _ old: CachedHead, to new: CachedHead) {
    guard case .record(var record, _) = folder.head(name), record.head == old else { return }
    record.head = new
    let now = now()
    var reserved: Int64 = 0
    do throws(FileError) {
      let size = try publish(record, name, at: now, isRenewal: true) { bytes throws(FileError) in
        try reserve(bytes, for: name)
        reserved = bytes
      }
      let isThere = folder.setConfirmed(name, number: record.number, at: now)
      state.withLock { [reserved, record] in
        $0.renew(name, number: record.number, headSize: size, reserved: reserved, at: now)
      }
      // Removed meanwhile, with the head before.
      if !isThere { folder.remove(.head(name)) }
    } catch {
      state.withLock { [reserved] in $0.release(reserved) }
      fail(error)
    }
  }
}
