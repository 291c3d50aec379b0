public import Errands

/// Work that can be stopped: the core's protocol, in the place where version 7 had one of its own.
///
/// `isCancelled`, which that asked for besides, may be there, and is not asked.
public typealias Cancellable = Errands.Cancellable
