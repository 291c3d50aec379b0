/// Which runs of a dump are of one kind: their own fields are equal, and so are the runs below them.
///
/// Takes linear time: each kind has a number, and a run's kind is made of its fields and the numbers of those
/// below.
struct DumpKinds {
  enum Answer {
    case run
    /// So many more runs of a kind, the last shown one of which has this index; `end` is the next entry to
    /// look at. The count is 0 where they have been counted before.
    case summary(count: Int, last: Int, end: Int)
  }

  fileprivate struct Kind: Hashable {
    let name: String
    let origin: SourceLocation
    let phase: TracedRun.Phase
    let workPhase: String?
    let queue: String?
    let isHeld: Bool
    let isUnawaited: Bool
    let children: [Int]
  }

  /// The runs of one kind below the same run.
  private struct Group: Hashable {
    let parent: Int
    let kind: Int
  }

  private let limit: Int
  private var groups: [Group] = []
  private var ends: [Int]
  private var counts: [Group: Int] = [:]
  private var shown: [Group: (count: Int, last: Int)] = [:]

  init(_ entries: [TraceDump.Entry], limit: Int) {
    self.limit = limit
    let parents = Self.parents(of: entries)
    ends = Array(entries.indices.map { $0 + 1 })
    groups = kinds(of: entries, parents).enumerated().map { Group(parent: parents[$0], kind: $1) }
    for group in groups { counts[group, default: 0] += 1 }
  }

  /// To be asked in order.
  mutating func show(_ index: Int) -> Answer {
    let group = groups[index]
    let (count, last) = shown[group] ?? (0, index)
    if count < limit {
      shown[group] = (count + 1, index)
      return .run
    }
    shown[group] = (count + 1, last)
    let rest = count == limit ? counts[group, default: 0] - limit : 0
    return .summary(count: rest, last: last, end: ends[index])
  }

  /// The index of each one's parent, or -1.
  private static func parents(of entries: [TraceDump.Entry]) -> [Int] {
    var path: [Int] = []
    return entries.indices.map { index in
      path.removeLast(path.count - entries[index].depth)
      defer { path.append(index) }
      return path.last ?? -1
    }
  }

  /// Children come behind their parents, so from the last to the first each knows all of its own.
  private mutating func kinds(of entries: [TraceDump.Entry], _ parents: [Int]) -> [Int] {
    var numbers: [Kind: Int] = [:]
    var kinds = Array(repeating: 0, count: entries.count)
    var children: [[Int]] = Array(repeating: [], count: entries.count)
    for index in entries.indices.reversed() {
      let kind = Kind(entries[index], children: children[index])
      if let number = numbers[kind] {
        kinds[index] = number
      } else {
        kinds[index] = numbers.count
        numbers[kind] = kinds[index]
      }
      guard parents[index] >= 0 else { continue }
      children[parents[index]].append(kinds[index])
      ends[parents[index]] = max(ends[parents[index]], ends[index])
    }
    return kinds
  }
}

extension DumpKinds.Kind {
  fileprivate init(_ entry: TraceDump.Entry, children: [Int]) {
    self.init(
      name: entry.run.name,
      origin: entry.run.origin,
      phase: entry.run.phase,
      workPhase: entry.run.workPhase,
      queue: entry.queue,
      isHeld: entry.isHeld,
      isUnawaited: entry.isUnawaited,
      children: children
    )
  }
}
