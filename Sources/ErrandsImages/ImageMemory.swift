/// The memory that pixels take.
public enum ImageMemory {
  /// Bytes of pixels that all pictures of the process hold at this moment, those that are being computed
  /// included. When the last picture is gone it is back at zero: a number to show among a server's metrics,
  /// and for tests.
  public static var bytesInUse: Int { Vips.memoryInUse }
}
