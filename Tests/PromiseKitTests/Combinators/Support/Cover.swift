/// A class as existing applications have it: mutable, and not Sendable.
class Cover {
  var title: String

  init(title: String) {
    self.title = title
  }
}
