/// The runs that were in flight at one moment, as a tree: each below the run on whose behalf it was made.
///
/// Printed, it is a line for each run, oldest first; see ``text(repeating:)``. For another form, JSON say, read the
/// entries: each says how deep it lies, and whom it is below.
public struct TraceDump: Sendable {
  /// One run in flight.
  public struct Entry: Sendable, Identifiable {
    /// What the trace tells of it: its name, the line that made it, its parent, its times and its progress.
    public let run: TracedRun
    /// How many runs in flight it lies below; 0 where its parent is not in flight, or it has none.
    public let depth: Int
    /// The time since it was made, or first heard of.
    public let age: Duration
    /// What the work queue is called in which it waits; nil where it waits in none, or in one without a name.
    public let queue: String?
    /// The runs in flight without which it does not go on, oldest first: those made on its behalf, and, while it
    /// waits in a queue, the dependencies.
    public let waitsFor: [RunID]
    /// The time since its work began or last reported. Nil where it has not begun, or waits for other runs.
    public let silence: Duration?
    /// Whether the silence is longer than the limit: a callback that is held and perhaps forgotten, or a function that
    /// does not come back. A long delay is silent, too.
    public let isHeld: Bool
    /// Whether its end matters to nobody: it was made on behalf of no run in flight, in no scope, nothing depends on
    /// it, and neither a handler nor a task waits. Whoever keeps it may still ask later.
    public let isUnawaited: Bool

    public var id: RunID { run.id }
  }

  /// Each run after the one that it is below, and those below the same one, oldest first.
  public let entries: [Entry]
  /// How long a run may be silent before it counts as held.
  public let limit: Duration
  /// How many runs were in flight that are missing here, because there were too many to know all of them.
  public let forgotten: Int
  /// Whether anybody tracked the runs. If not, there are no entries.
  public let isTracked: Bool

  /// Of a program that nobody tracks.
  init() {
    entries = []
    limit = .zero
    forgotten = 0
    isTracked = false
  }

  /// - Parameters:
  ///   - runs: In the order in which they were made.
  ///   - unawaited: Those for which nobody waits.
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
    let spoke = run.reported ?? run.started
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
  /// Of each run the next one below the same parent; of a root the next root.
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

  /// The youngest enters first, in front of whom all others come.
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
