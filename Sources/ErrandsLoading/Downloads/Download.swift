import Errands
import Foundation

/// One download on its way to its place.
struct Download: Sendable {
  let fetcher: Fetcher
  let request: FetchRequest
  let options: DownloadOptions
  let claims: NameClaims
  let tell: @Sendable (DownloadEvent) -> Void
  let report: @Sendable (_ completed: Int64, _ total: Int64?) -> Void

  private var source: FileSource { FileSource(of: request) }

  /// Whether bytes that are held can be gone on with.
  private var resumes: Bool { options.resumes && request.asksForAll }
  /// What a file that is there is asked about by; nil where it is not asked about.
  private var asked: FileValidators? {
    options.asksIfChanged && request.asksForAll ? options.validators : nil
  }

  func perform(at place: FilePlace, _ turn: LoadPlace) async throws -> DownloadedFile {
    guard request.method != .head else {
      throw FetchError(request.url, .invalidRequest(reason: "HEAD brings no body for a file; use GET"))
    }
    let writer = try await open(place)
    do {
      return try await receive(into: writer, turn)
    } catch {
      await writer.close()
      throw error
    }
  }

  private func open(_ place: FilePlace) async throws -> FileWriter {
    let digests = options.computesSHA256 || options.sha256 != nil
    let (source, clock) = (resumes ? source : nil, fetcher.configuration.clock)
    return switch try await FileWriter.open(place, source: source, digests: digests, clock: clock) {
    case .opened(let writer): writer
    case .busy(let place): try await FileWriter.unique(place, digests: digests)
    }
  }

  private func receive(into writer: FileWriter, _ turn: LoadPlace) async throws -> DownloadedFile {
    let landing = Landing(writer.place, claims, held: writer.record == nil ? 0 : writer.held)
    let held = writer.record.map {
      Reception(limit: options.byteLimit, held: writer.held, of: $0.total, $0.validator)
    }
    let tries = Tries(
      fetcher: fetcher,
      request: uncompressed(held == nil ? try await conditional(at: writer.place.path) : request),
      limits: LoadLimits(deadline: options.deadline, silence: options.silence),
      sink: sink(writer, landing),
      report: report,
      willTry: { tell(.trying(landing.count())) }
    )
    let reception = try await tries.receive(held ?? Reception(limit: options.byteLimit), at: turn)
    turn.leave()
    guard let head = reception.head else { preconditionFailure("a download has ended without a head") }
    guard head.status != 304 else {
      await writer.close()
      // It was looked at before that was asked; on a condition of the caller's own it was not.
      let digest = asked == nil ? nil : options.sha256?.lowercased()
      return landing.file(head, writer.place.path, digest: digest)
    }
    let whole = head.status == 206 ? head.completed(by: writer.record) : head
    turn.monitor.enter(.storing)
    let finished = try await writer.finish(
      at: landing.named(by: whole),
      modified: request.asksForAll ? whole.modified : nil,
      expecting: options.sha256,
      keeping: request.asksForAll
        ? options.validators?.state(of: whole, from: source) : options.validators?.noState(from: source)
    )
    return landing.file(head, finished.path, finished.count, digest: finished.digest)
  }

  /// Its bytes as they are: compressed ones have other ranges.
  private func uncompressed(_ request: FetchRequest) -> FetchRequest {
    var request = request
    if request.fields["Accept-Encoding"] == nil { request.fields["Accept-Encoding"] = "identity" }
    return request
  }

  private func sink(_ writer: FileWriter, _ landing: Landing) -> FetchSink {
    FetchSink(
      mayRestart: true,
      begin: { head in
        let place = landing.begin(by: head)
        let record = resumes ? PartialRecord(source: source, answer: head) : nil
        try await writer.begin(at: place, record, length: head.contentLength)
        tell(.receiving(path: place.path, status: head.status, resumedFrom: 0))
      },
      proceed: { head, held in
        let place = landing.begun ?? landing.named(by: head.completed(by: writer.record))
        tell(.receiving(path: place.path, status: head.status, resumedFrom: held))
      },
      take: { chunk in
        try await writer.append(chunk)
        guard let wait = options.bandwidth?.wait(after: chunk.count), wait > .zero else { return }
        try await fetcher.configuration.clock.sleep(for: wait)
      }
    )
  }

  /// The request that asks only for what is newer than what is there.
  private func conditional(at path: String) async throws -> FetchRequest {
    guard let validators = asked else { return request }
    let (source, digest) = (source, options.sha256?.lowercased())
    let conditions: HTTPFields = try await FileThread.run {
      // Unchanged or not, it is not what it has to be.
      if let digest, Digest.ofFile(at: path) != digest { return [:] }
      let known = validators.conditions(forFileAt: path, from: source)
      return known.all.isEmpty ? validators.conditionsByTime(ofFileAt: path) : known
    }
    var request = request
    if digest != nil, conditions.all.isEmpty {
      for field in ["If-None-Match", "If-Modified-Since"] { request.fields[field] = nil }
    }
    for field in conditions.all { request.fields[field.name] = field.value }
    return request
  }

  /// What is known of where the file goes, and of how it comes.
  private final class Landing: Sendable {
    private struct State {
      var held: Int64
      /// Where the body goes that has begun in this load.
      var begun: FilePlace?
      var tries = 0
    }

    private let place: FilePlace
    private let claims: NameClaims
    private let state: Lock<State>

    init(_ place: FilePlace, _ claims: NameClaims, held: Int64) {
      self.place = place
      self.claims = claims
      state = Lock(State(held: held))
    }

    func named(by head: FetchHead) -> FilePlace { place.named(by: head.fields, claims) }

    var begun: FilePlace? { state.withLock { $0.begun } }

    /// A body begins: nothing is held any more.
    func begin(by head: FetchHead) -> FilePlace {
      let place = named(by: head)
      state.withLock { ($0.held, $0.begun) = (0, place) }
      return place
    }

    func count() -> Int {
      state.withLock { state in
        state.tries += 1
        return state.tries
      }
    }

    func file(
      _ head: FetchHead,
      _ path: String,
      _ count: Int64? = nil,
      digest: String? = nil
    ) -> DownloadedFile {
      state.withLock { state in
        DownloadedFile(
          path: path,
          head: head,
          byteCount: count,
          sha256: digest,
          resumedFrom: state.held,
          tries: state.tries
        )
      }
    }
  }
}

extension FetchHead {
  fileprivate var modified: Date? {
    fields["Last-Modified"].flatMap(HTTPDate.init).map { Date(timeIntervalSince1970: Double($0.seconds)) }
  }

  /// With what the beginning of the file said of it: its rest need not say that again (RFC 9110, section 15.3.7).
  fileprivate func completed(by record: PartialRecord?) -> FetchHead {
    guard let record else { return self }
    var fields = fields
    if fields["Last-Modified"] == nil { fields["Last-Modified"] = record.lastModified }
    if fields["Content-Disposition"] == nil { fields["Content-Disposition"] = record.contentDisposition }
    if fields["ETag"] == nil, case .entityTag(let tag) = record.validator { fields["ETag"] = tag.description }
    return FetchHead(url: url, status: status, fields: fields)
  }
}
