// One import that is Combine where the platform has it, and OpenCombine elsewhere.
#if canImport(Combine)
  @_exported public import Combine

  /// Combine's protocol of what can be cancelled; the core has one of the same name.
  public typealias CombineCancellable = Combine.Cancellable
#else
  @_exported public import OpenCombine
  @_exported public import OpenCombineDispatch
  @_exported public import OpenCombineFoundation

  /// OpenCombine's protocol of what can be cancelled; the core has one of the same name.
  public typealias CombineCancellable = OpenCombine.Cancellable
#endif
