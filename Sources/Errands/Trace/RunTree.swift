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
