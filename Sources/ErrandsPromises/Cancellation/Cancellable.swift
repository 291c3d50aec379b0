public import Errands

/// Work that can be stopped: the core's protocol, in the place where version 7 had one of its own.
///
/// `isCancelled`, which that asked for besides, may be there, and is not asked.
///
/// Versions 6 and 8 have no such name. A file that imports Combine or Moya as well, and means theirs, says
/// `import protocol Combine.Cancellable`.
public typealias Cancellable = Errands.Cancellable
