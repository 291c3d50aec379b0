extension DiskTier {
  /// Makes the folder where it is not there, looks at all that is in it, and removes what is too much. Blocks.
  func refresh() {
    do throws(FileError) {
      try folder.prepare()
      let listed = try folder.list()
      let now = now()
      let (entries, foreign) = sort(listed)
      let spare = spare
      removeFiles(state.withLock { $0.refresh(entries, foreign: foreign, spare: spare, at: now) })
    } catch {
      fail(error)
    }
  }

  /// Storing is given up for a while, where it would fail again.
  func fail(_ error: FileError) {
    guard error.isLasting else { return }
    let sentence =
      "nothing is stored in \(folder.path), as \(error); free space or give permission, or turn to another folder"
    fail(sentence)
  }

  /// The entries, and the bytes of what is being written, here and by others. What is left over is removed.
  private func sort(_ listed: [EntryFolder.Listed]) -> (entries: [DiskTierState.Entry], foreign: Int64) {
    var heads: [EntryName: EntryFolder.Listed] = [:]
    var bodies: [EntryName: [(number: String, file: EntryFolder.Listed)]] = [:]
    var strays: [EntryFolder.Listed] = []
    for file in listed {
      switch file.file {
      case .head(let name): heads[name] = file
      case .body(let name, let number): bodies[name, default: []].append((number, file))
      case .partial: strays.append(file)
      }
    }
    var entries: [DiskTierState.Entry] = []
    for (name, files) in bodies {
      let number = heads[name] == nil ? nil : files.count == 1 ? files[0].number : self.number(of: name)
      for (bodyNumber, body) in files {
        if let head = heads[name], number == bodyNumber {
          entries.append(Self.entry(name, number: bodyNumber, head, body))
        } else {
          strays.append(body)
        }
      }
    }
    for name in heads.keys where bodies[name] == nil { removeHeadWithoutBody(name) }
    let left = strays.filter { !folder.removeStray($0.file) }
    return (entries, left.reduce(0) { $0 + $1.size })
  }

  private static func entry(
    _ name: EntryName,
    number: String,
    _ head: EntryFolder.Listed,
    _ body: EntryFolder.Listed
  ) -> DiskTierState.Entry {
    DiskTierState.Entry(
      name: name,
      number: number,
      headSize: head.size,
      bodySize: body.size,
      readAt: head.modifiedAt,
      notedAt: head.modifiedAt,
      confirmedAt: body.modifiedAt
    )
  }

  private func number(of name: EntryName) -> String? {
    guard case .record(let record, _) = folder.head(name) else { return nil }
    return record.number
  }

  /// The listing is no picture of one moment: a body that came while it was made may be missing in it.
  private func removeHeadWithoutBody(_ name: EntryName) {
    switch folder.head(name) {
    case .damaged: folder.remove(.head(name))
    case .record(let record, let size):
      do throws(FileError) {
        _ = try folder.body(name, number: record.number)
      } catch {
        guard error.isAbsence, case .record(record, size) = folder.head(name) else { return }
        folder.remove(.head(name))
      }
    case .absent, .unreadable: break
    }
  }
}
