/// The runs that were in flight at one moment, as a tree: each below its parent run.
///
/// Printed, it is a line for each run, oldest first; see ``text(repeating:)``. For another form, JSON say,
/// read the entries: each says how deep it lies, and which its parent is.
public struct TraceDump: Sendable {
  /// One run in flight.
  public struct Entry: Sendable, Identifiable {
    /// What the trace tells of it: its name, the line that made it, its parent, its times and its progress.
    public let run: TracedRun
    /// How many runs in flight it lies below; 0 where its parent is not in flight, or it has none.
    public let depth: Int
    /// The time since it was made, or first heard of.
    public let age: Duration
    /// The name of the work queue in which it waits; nil where it waits in none, or in one without a name.
    public let queue: String?
    /// The runs in flight without which it does not go on, oldest first: its children, and, while it waits in
    /// a queue, its dependencies.
    public let waitsFor: [RunID]
    /// The time since its work began, last reported or entered a phase. Nil where it has not begun, or waits for other runs.
    public let silence: Duration?
    /// Whether the silence is longer than the limit: a callback that is held and perhaps forgotten, or a
    /// function that does not come back. A long delay is silent, too.
    public let isHeld: Bool
    /// Whether nothing waits for its end: it has no parent in flight and no scope, nothing depends on it, and
    /// neither a handler nor a task waits. Code that keeps the run may still ask later.
    public let isUnawaited: Bool

    /// The run's number.
    public var id: RunID { run.id }
  }

  /// Each run after its parent, and siblings oldest first.
  public let entries: [Entry]
  /// How long a run may be silent before it counts as held.
  public let limit: Duration
  /// How many runs have been forgotten since the tracking began, because too many were in flight to know all of them: some may
  /// be in flight still, and are missing here.
  public let forgotten: Int
  /// Whether the runs were tracked; see ``Trace/track()``. If not, there are no entries.
  public let isTracked: Bool

  /// Of a program whose runs are not tracked.
  init() {
    entries = []
    limit = .zero
    forgotten = 0
    isTracked = false
  }

  /// - Parameters:
  ///   - runs: In the order in which they were made.
  ///   - unawaited: The runs for which nothing waits.
  init(
    of runs: [TracedRun],
    unawaited: Set<RunID> = [],
    at time: ContinuousClock.Instant,
    heldLongerThan limit: Duration,
    forgotten: Int = 0
  ) {
    let tree = RunTree(runs)
    entries = tree.places.map { place in
      Entry(
        runs[place.index],
        depth: place.depth,
        waitsFor: tree.waitsFor(place.index),
        isUnawaited: place.depth == 0 && unawaited.contains(runs[place.index].id),
        at: time,
        heldLongerThan: limit
      )
    }
    self.limit = limit
    self.forgotten = forgotten
    isTracked = true
  }
}

extension TraceDump.Entry {
  fileprivate init(
    _ run: TracedRun,
    depth: Int,
    waitsFor: [RunID],
    isUnawaited: Bool,
    at time: ContinuousClock.Instant,
    heldLongerThan limit: Duration
  ) {
    self.run = run
    self.depth = depth
    self.waitsFor = waitsFor
    self.isUnawaited = isUnawaited
    age = Self.since(run.made ?? run.firstSeen, at: time)
    queue = run.phase == .queued ? run.wait?.queue : nil
    let spoke = [run.reported, run.enteredWorkPhase, run.started].compactMap { $0 }.max()
    silence = run.phase == .running && waitsFor.isEmpty ? spoke.map { Self.since($0, at: time) } : nil
    isHeld = silence.map { $0 > limit } ?? false
  }

  /// Another thread may tell of an event that is later than the moment of the dump.
  private static func since(_ event: ContinuousClock.Instant, at time: ContinuousClock.Instant) -> Duration {
    max(event.duration(to: time), .zero)
  }
}

/// Runs, each below its parent. Takes linear time, and no stack, however deep it is.
struct RunTree {
  /// Where a run stands in the tree.
  struct Place {
    let index: Int
    let depth: Int
  }

  private let runs: [TracedRun]
  private let indices: [RunID: Int]
  private var parents: [Int?]
  private var firstChildren: [Int?]
  /// For each run the next one below the same parent; for a root the next root.
  private var siblings: [Int?]
  private var firstRoot: Int?

  /// - Parameter runs: In the order in which they were made.
  init(_ runs: [TracedRun]) {
    self.runs = runs
    indices = Dictionary(uniqueKeysWithValues: zip(runs.map(\.id), runs.indices))
    parents = Array(repeating: nil, count: runs.count)
    firstChildren = parents
    siblings = parents
    for index in runs.indices.reversed() { enter(index) }
  }

  /// The youngest run enters first: all others come in front of it.
  private mutating func enter(_ index: Int) {
    // A parent is older than its child, so that there are no cycles.
    guard let parent = runs[index].parent.flatMap({ indices[$0] }), parent < index else {
      siblings[index] = firstRoot
      firstRoot = index
      return
    }
    parents[index] = parent
    siblings[index] = firstChildren[parent]
    firstChildren[parent] = index
  }

  /// Each run after its parent, siblings oldest first.
  var places: [Place] {
    var places: [Place] = []
    places.reserveCapacity(runs.count)
    var (next, depth) = (firstRoot, 0)
    while let index = next {
      places.append(Place(index: index, depth: depth))
      if let child = firstChildren[index] {
        (next, depth) = (child, depth + 1)
        continue
      }
      var last: Int? = index
      while let index = last, siblings[index] == nil {
        last = parents[index]
        depth -= 1
      }
      (next, depth) = (last.flatMap { siblings[$0] }, max(depth, 0))
    }
    return places
  }

  /// The runs in flight without which this one does not go on, oldest first.
  func waitsFor(_ index: Int) -> [RunID] {
    let dependencies = runs[index].phase == .queued ? runs[index].wait?.dependencies ?? [] : []
    var all = dependencies.filter { indices[$0] != nil }
    var next = firstChildren[index]
    while let child = next {
      all.append(runs[child].id)
      next = siblings[child]
    }
    return dependencies.isEmpty ? all : all.sorted()
  }
}
