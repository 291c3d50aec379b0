import Foundation

/// What servers said of the state of the files that were fetched from them, so that a later run can ask whether a file
/// has changed (RFC 9110, section 13.1).
///
/// An entry counts only for the address that it was made for, and as long as the file is the one that was fetched: the
/// same file, of the same length, with the same time of its last change. A missing or damaged entry costs a download,
/// and nothing else.
public struct FileValidators: Sendable {
  let folder: String

  /// Entries are kept in this folder, one small file for each path, named for a digest of it. The folder is made when
  /// the first entry is.
  public init(folder: String) {
    self.folder = folder
  }

  /// What an answer says of the state of a file.
  struct State: Sendable {
    let validators: FileValidators
    let source: FileSource
    let tag: String?
    let lastModified: String?
  }

  /// What is to be kept of an answer; nil where it says nothing of its state.
  func state(of answer: FetchHead, from source: FileSource) -> State? {
    guard Validator(answer.fields) != nil else { return nil }
    return State(
      validators: self,
      source: source,
      tag: answer.fields["ETag"],
      lastModified: answer.fields["Last-Modified"]
    )
  }

  /// What is to be kept of a part, or of the answer to a POST: that its tag and its time are not those of what the address has. With
  /// no entry at all it would be asked by the time of the file whether that has changed, and a part was left for the whole.
  func noState(from source: FileSource) -> State {
    State(validators: self, source: source, tag: nil, lastModified: nil)
  }

  /// The fields of a request for the file at a path, which is answered with 304 where the file has not changed. Empty
  /// where nothing is known of it. Blocks.
  func conditions(forFileAt path: String, from source: FileSource) -> HTTPFields {
    guard let path = FilePlace.resolved(path), let entry = entry(for: path), entry.source == source.digest,
      let status = try? FileStatus.of(path), entry.isOf(status)
    else { return [:] }
    var fields: HTTPFields = [:]
    fields["If-None-Match"] = entry.tag
    fields["If-Modified-Since"] = entry.lastModified
    return fields
  }

  /// The same by the time of the file alone, for one that nothing else is known of: curl and wget ask so, and what
  /// was fetched with them has no entry. Blocks.
  func conditionsByTime(ofFileAt path: String) -> HTTPFields {
    guard let path = FilePlace.resolved(path), let status = try? FileStatus.of(path), status.kind == .file,
      entry(for: path) == nil
    else { return [:] }
    return ["If-Modified-Since": HTTPDate(seconds: status.modified / 1_000_000_000).description]
  }
}

extension FileValidators {
  /// Of the form in which entries are stored.
  private static let version = 1
  /// The largest entry that is read, in bytes.
  private static let limit = 64 << 10

  private struct Entry: Codable {
    var version: Int
    var source: String
    var tag: String?
    var lastModified: String?
    var size: Int64
    /// In nanoseconds since 1970.
    var modified: Int64
    /// The number of the file in its file system. A process that was killed before the last step has left an entry for
    /// a file that never came; the old one may have the same length and time.
    var number: UInt64

    func isOf(_ status: FileStatus) -> Bool {
      status.kind == .file && size == status.size && modified == status.modified
        && number == status.identity.number
    }
  }

  private func entry(for path: String) -> Entry? {
    guard let file = try? OpenFile(name(for: path), O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
      let data = try? file.content(limit: Self.limit),
      let entry = try? JSONDecoder().decode(Entry.self, from: data), entry.version == Self.version
    else { return nil }
    return entry
  }

  /// - Parameter path: Without links.
  private func name(for path: String) -> String {
    FilePlace.join(folder, Digest.hexadecimal(of: path) + ".json")
  }

  fileprivate func keep(_ state: State, for path: String, _ status: FileStatus) {
    let (folder, name) = FilePlace.split(path)
    guard let resolved = FilePlace.resolved(folder) else { return }
    let entry = Entry(
      version: Self.version,
      source: state.source.digest,
      tag: state.tag,
      lastModified: state.lastModified,
      size: status.size,
      modified: status.modified,
      number: status.identity.number
    )
    guard let data = try? JSONEncoder().encode(entry), case .success = FileFailure.making(folder: self.folder)
    else { return }
    try? WholeFile.write(data, to: self.name(for: FilePlace.join(resolved, name)))
  }
}

extension FileValidators.State {
  /// Keeps it for a file that is about to be at this path. Where that is not possible, the file is fetched once more
  /// than need be. Blocks.
  func keep(for path: String, _ status: FileStatus) { validators.keep(self, for: path, status) }
}
