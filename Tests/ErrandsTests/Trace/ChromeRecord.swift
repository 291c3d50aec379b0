import Foundation

/// A record of the Trace Event Format, read back.
struct ChromeRecord: Decodable, Equatable {
  struct Arguments: Decodable, Equatable {
    var name: String?
    var run: String?
    var parent: String?
    var outcome: String?
    var error: String?
    var origin: String?
    var completed: Int64?
    var total: Int64?
    var events: Int?
  }

  let ph: String
  let name: String
  let pid: Int
  let tid: Int
  var cat: String?
  var id: String?
  var ts: Double?
  var args: Arguments?

  /// Type, name and time, as a line.
  var label: String { "\(ph) \(name)" + (ts.map { " \(Int($0))" } ?? "") }

  static func read(_ json: String) throws -> [ChromeRecord] {
    try JSONDecoder().decode([ChromeRecord].self, from: Data(json.utf8))
  }
}
