import BoltsSwift
import Foundation

/// A class as code of its time has them: not `Sendable`, with state of its own.
class Photo {
  var title: String
  var size: Int

  init(title: String, size: Int) {
    self.title = title
    self.size = size
  }
}

enum PhotoError: Error {
  case missing(String)
  case broken
}

/// Loads with completion closures, which are not annotated, and gives tasks.
class PhotoStore {
  private var photos: [String: Photo] = [:]
  private(set) var log: [String] = []
  let queue = DispatchQueue(label: "photo store")

  func add(_ photo: Photo) { photos[photo.title] = photo }

  func load(_ title: String, completion: @escaping (Photo?, Error?) -> Void) {
    queue.async {
      let photo = self.photos[title]
      completion(photo, photo == nil ? PhotoError.missing(title) : nil)
    }
  }

  func load(_ title: String) -> Task<Photo> {
    let source = TaskCompletionSource<Photo>()
    load(title) { photo, error in
      if let photo = photo {
        source.set(result: photo)
      } else if let error = error {
        source.set(error: error)
      } else {
        source.cancel()
      }
    }
    return source.task
  }

  func sizes(of titles: [String]) -> Task<[Int]> {
    var tasks: [Task<Int>] = []
    for title in titles {
      tasks.append(load(title).continueOnSuccessWith { photo in photo.size })
    }
    return Task.whenAllResult(tasks)
  }

  func rename(_ title: String, to newTitle: String) -> Task<Void> {
    return load(title).continueOnSuccessWith(.queue(queue)) { photo in
      self.photos[title] = nil
      photo.title = newTitle
      self.add(photo)
      self.log.append("renamed \(title)")
    }
  }
}

/// Generic functions without constraints.
func pair<A, B>(_ first: Task<A>, _ second: Task<B>) -> Task<(A, B)> {
  return first.continueOnSuccessWithTask { a in
    second.continueOnSuccessWith { b in (a, b) }
  }
}

func retry<T>(_ times: Int, _ work: @escaping () -> Task<T>) -> Task<T> {
  return work().continueOnErrorWithTask { (error: Error) -> Task<T> in
    times > 1 ? retry(times - 1, work) : Task(error: error)
  }
}

class Cache<Value> {
  private var values: [String: Value] = [:]

  func value(_ key: String, _ make: @escaping (String) throws -> Value) -> Task<Value> {
    if let value = values[key] { return Task(value) }
    return Task<Value> { try make(key) }.continueOnSuccessWith(.immediate) { value in
      self.values[key] = value
      return value
    }
  }
}

extension Task {
  /// An extension of the type, as existing code has them.
  func logged(_ log: @escaping (String) -> Void) -> Task<TResult> {
    return continueWithTask(.immediate) { task in
      log(task.description)
      return task
    }
  }
}
