import Errands

extension PhotoBatchWork {
  /// A task group: a child task for each member. The group ends when the last of them has.
  func byAsync() -> Errand<Void> {
    Errand("photos by async") { [self] in
      await withTaskGroup { group in
        for index in indices {
          group.addTask { [self] in settle(index, await photo(index).outcome()) }
        }
      }
    }
  }
}
