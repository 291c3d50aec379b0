extension UInt8 {
  /// Of a decimal number, in ASCII.
  package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
