import Foundation

/// Which of these can be read from, at the latest after so many milliseconds; below 0 is without an end.
func readable(_ descriptors: [Int32], within milliseconds: Int32) -> [Bool] {
  var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  let count = poll(&polled, nfds_t(polled.count), milliseconds)
  return polled.map { count > 0 && $0.revents != 0 }
}
