import ErrandsUpstream
import Foundation

extension ServedFile {
  /// The bytes of a file that is there.
  var data: Data {
    switch content {
    case .bytes(let bytes): Data(bytes)
    case .computed(let count, let bytes): Data(bytes(0..<count))
    }
  }
}
