import Dispatch
import PromiseKit

// Written as applications have written it for years: no annotation, no constraint, mutable classes.

enum StoreError: Error, Equatable {
  case refused, missing(Int)
}

class Article {
  var title: String
  var isRead = false

  init(_ title: String) {
    self.title = title
  }
}

class Store {
  var articles: [Int: Article] = [:]
  var log: [String] = []

  func article(_ number: Int) -> Promise<Article> {
    Promise { seal in
      DispatchQueue.global().async {
        if let article = self.articles[number] {
          seal.fulfill(article)
        } else {
          seal.reject(StoreError.missing(number))
        }
      }
    }
  }

  func legacyArticle(_ number: Int, completion: @escaping (Article?, Error?) -> Void) {
    DispatchQueue.global().async {
      let article = self.articles[number]
      completion(article, article == nil ? StoreError.missing(number) : nil)
    }
  }

  func title(of number: Int) -> Promise<String> {
    article(number).map { article in
      article.isRead = true
      self.log.append("read")
      return article.title
    }.recover { error -> Promise<String> in
      guard case StoreError.missing = error else { throw error }
      self.log.append("missing")
      return .value("untitled")
    }
  }
}

func twice<T>(_ promise: Promise<T>) -> Promise<(T, T)> {
  promise.map { ($0, $0) }
}

func logged<T>(_ promise: Promise<T>, _ note: @escaping (String) -> Void) -> Promise<T> {
  promise.get { note("\($0)") }.ensure { note("ended") }
}

extension Promise {
  func onlyIf(_ condition: @escaping (T) -> Bool) -> Promise<T> {
    map(on: nil) { value in
      guard condition(value) else { throw StoreError.refused }
      return value
    }
  }
}

extension Thenable {
  func described() -> Promise<String> {
    map(on: nil) { "\($0)" }
  }
}

extension CatchMixin where T == Void {
  func noted(_ note: @escaping (String) -> Void) -> Guarantee<Void> {
    recover(on: nil) { note("\($0)") }
  }
}

/// A thenable of the application's own.
final class Later<T>: Thenable {
  private(set) var result: Result<T>?
  private var handlers: [(Result<T>) -> Void] = []

  func pipe(to: @escaping (Result<T>) -> Void) {
    if let result = result { to(result) } else { handlers.append(to) }
  }

  func end(_ result: Result<T>) {
    self.result = result
    handlers.forEach { $0(result) }
  }
}
