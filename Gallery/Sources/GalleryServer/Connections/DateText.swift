import ErrandsLoading

/// The time as `Date` has it (RFC 9110, section 5.6.7), which is written once a second.
struct DateText {
  private var second: Int?
  private var written = ""

  /// - Parameter now: Seconds since 1970.
  mutating func at(_ now: Int) -> String {
    if now == second { return written }
    (second, written) = (now, HTTPDate(seconds: Int64(now)).description)
    return written
  }
}
