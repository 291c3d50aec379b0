import Errands
import ErrandsLoading

// A style is two functions in a file of its own, and a line in each of these.
extension GifsJob {
  /// One page of a search.
  func page(for request: FetchRequest) -> Errand<GifPage> {
    switch style {
    case .async: pageByAsync(request)
    case .closure: pageByClosure(request)
    case .delegate: pageByDelegate(request)
    case .group: pageByGroup(request)
    case .stream: pageByStream(request)
    case .promise: pageByPromise(request)
    case .bolts: pageByBolts(request)
    case .operation: pageByOperation(request)
    case .publisher: pageByPublisher(request)
    }
  }

  /// One download, step by step. Reports the bytes.
  func file(by download: GifDownload) -> Errand<GifFile> {
    switch style {
    case .async: fileByAsync(download)
    case .closure: fileByClosure(download)
    case .delegate: fileByDelegate(download)
    case .group: fileByGroup(download)
    case .stream: fileByStream(download)
    case .promise: fileByPromise(download)
    case .bolts: fileByBolts(download)
    case .operation: fileByOperation(download)
    case .publisher: fileByPublisher(download)
    }
  }
}
