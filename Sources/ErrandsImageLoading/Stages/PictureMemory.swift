import Errands
import ErrandsImages
import ErrandsLoading
import Foundation

/// Pictures in memory, and those that are on their way there, each made once for all that want it.
final class PictureMemory: Sendable {
  /// A picture, the answer that it was made of, and when that came, on the clock's stopwatch: decoding takes its time, and
  /// waits for a thread.
  struct Made: Sendable {
    let picture: Picture
    let original: FetchedData
    let came: Duration
  }

  fileprivate struct Entry: Sendable {
    let picture: Picture
    /// Of the original. Where its server says nothing of that, its bytes do.
    let state: ImageTag
    /// On the clock's stopwatch, as when it came.
    let freshUntil: Duration
    let came: Duration
  }

  private struct Flight: Sendable, Hashable {
    let request: ImageRequest
    let state: ImageTag?
  }

  fileprivate struct State: Sendable {
    var table: EntryTable<Entry>
    /// The table's keys are texts, and a request is not made one for every look.
    var indices: [ImageRequest: EntryTable<Entry>.Index] = [:]
    var requests: [EntryTable<Entry>.Index: ImageRequest] = [:]
  }

  private let state: Lock<State>
  private let flights = SingleFlight<Flight, Picture>()
  let elapsed: @Sendable () -> Duration
  private let cache: HTTPCache?
  private let listener = Lock<UUID?>(nil)

  /// - Parameters:
  ///   - limit: In bytes of pixels.
  ///   - cache: That of the originals: what is purged there is forgotten here.
  init(limit: Int64, clock: any Clock<Duration>, cache: HTTPCache?) {
    self.cache = cache
    state = Lock(State(table: EntryTable(costLimit: limit, ageLimit: .max)))
    elapsed = stopwatch(clock)
    let id = cache?.whenForgotten { [weak self] concerns in self?.forget(where: concerns) }
    listener.withLock { $0 = id }
  }

  deinit { if let id = listener.withLock({ $0 }) { cache?.forget(id) } }

  /// What is there and fresh, or else what `make` gives, which is begun once for all that ask meanwhile.
  ///
  /// - Parameter original: What it is to be made of, where that is known; what was made of another one is not given.
  func picture(
    for request: ImageRequest,
    of original: FetchedData? = nil,
    _ make: @escaping @Sendable () -> Errand<Made>
  ) -> Errand<Picture> {
    .fromCallback("picture \(request.source.url.redacted)") { [self] callback in
      let state = original.map { ImageTag(of: $0, in: .original) }
      if request.source.takesWhatIsKept, let picture = kept(request, of: state) {
        callback.succeed(picture)
        return
      }
      let work = made(for: request, of: state, make)
      flights.join(work, for: Flight(request: request, state: state), callback)
    }
  }

  /// Made and kept, or what is there at a second look: it may have been on its way at the first, and have come since.
  private func made(
    for request: ImageRequest,
    of state: ImageTag?,
    _ make: @escaping @Sendable () -> Errand<Made>
  ) -> Errand<Picture> {
    Errand.success(()).flatMap { [weak self] in
      if request.source.takesWhatIsKept, let picture = self?.kept(request, of: state) {
        return .success(picture)
      }
      let permit = self?.cache?.permit(for: request.source)
      return make().map { [weak self] made in
        self?.keep(made, for: request, permit)
        return made.picture
      }
    }
  }

  /// What these requests gave does not hold any more; pictures that are on their way are made of it, too.
  func forget(where concerns: (FetchRequest) -> Bool) {
    flights.retire { concerns($0.request.source) }
    let gone = state.withLock { state in
      state.indices.filter { concerns($0.key.source) }.values.compactMap { state.remove($0) }
    }
    withExtendedLifetime(gone) {}
  }

  func removeAll() {
    let gone = state.withLock { state in
      defer { state = State(table: EntryTable(costLimit: state.table.costLimit, ageLimit: .max)) }
      return state
    }
    withExtendedLifetime(gone) {}
  }

  private func kept(_ request: ImageRequest, of original: ImageTag?) -> Picture? {
    let (now, request) = (elapsed(), request.ofAnyState)
    return state.withLock { state in
      guard let index = state.indices[request], let entry = state.table[index] else { return nil }
      guard entry.freshUntil > now else {
        state.remove(index)
        return nil
      }
      guard original == nil || original == entry.state else { return nil }
      state.table.touch(index)
      return entry.picture
    }
  }

  /// Kept for as long as its original is fresh, as the fetcher's cache says: without one, not at all.
  private func keep(_ made: Made, for request: ImageRequest, _ permit: StoragePermit?) {
    guard let permit, let status = made.original.cacheStatus, status.mayBeKept,
      let seconds = status.remainingLifetime, seconds > 0
    else { return }
    let request = request.ofAnyState
    let entry = Entry(
      picture: made.picture,
      state: ImageTag(of: made.original, in: .original),
      freshUntil: made.came + .seconds(min(seconds, 1 << 32)),
      came: made.came
    )
    var gone = state.withLock { $0.insert(entry, for: request) }
    // A removal before has not found it.
    if !permit.isValid { gone += state.withLock { $0.remove(request) } }
    withExtendedLifetime(gone) {}
  }
}

extension FetchRequest {
  /// Whether it leaves it to the cache what to give (RFC 9111, section 5.2.1).
  fileprivate var takesWhatIsKept: Bool {
    cacheUse == .usual && fields["Cache-Control"] == nil && fields["Pragma"] == nil
  }
}

extension ImageRequest {
  /// What its picture is kept under: what was loaded anew takes the place of what was there.
  fileprivate var ofAnyState: ImageRequest {
    var request = self
    request.source.cacheUse = .usual
    for field in source.fields.all where FetchRequest.asksForState(field.name) {
      request.source.fields[field.name] = nil
    }
    return request
  }
}

extension PictureMemory.State {
  fileprivate mutating func insert(_ entry: PictureMemory.Entry, for request: ImageRequest) -> [PictureMemory
    .Entry]
  {
    var gone: [PictureMemory.Entry] = []
    if let old = indices[request] {
      // Made of an original that came later, in less time.
      if let newer = table[old], newer.came > entry.came { return [entry] }
      if let entry = remove(old) { gone.append(entry) }
    }
    let cost = Int64(entry.picture.byteCount)
    // A few large ones must not drive out all others.
    guard cost <= table.costLimit / 4 else { return gone }
    while table.cost + cost > table.costLimit, let coldest = table.coldest, let entry = remove(coldest) {
      gone.append(entry)
    }
    // Under one key for all, each that goes would be looked for among all.
    let index = table.insert(entry, key: request.source.identity, address: "", cost: cost, storedAt: 0)
    indices[request] = index
    requests[index] = request
    return gone
  }

  fileprivate mutating func remove(_ request: ImageRequest) -> [PictureMemory.Entry] {
    indices[request].flatMap { remove($0) }.map { [$0] } ?? []
  }

  @discardableResult
  fileprivate mutating func remove(_ index: Int) -> PictureMemory.Entry? {
    if let request = requests.removeValue(forKey: index) { indices[request] = nil }
    return table.remove(index)
  }
}
