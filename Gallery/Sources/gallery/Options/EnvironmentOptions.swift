import ArgumentParser
import Foundation

/// The options of `gallery serve` as environment variables, for a server that runs in a container or as a unit:
/// `GALLERY_MAX_CLIENTS=100` is `--max-clients 100`. What the command line says goes before.
enum EnvironmentOptions {
  /// A command's options, as ArgumentParser describes them to tools.
  private struct Description: Decodable {
    struct Command: Decodable { let arguments: [Argument]? }

    struct Argument: Decodable {
      struct Name: Decodable {
        let kind: String
        let name: String
      }

      let kind: String
      let isRepeating: Bool
      let names: [Name]?

      var longName: String? { names?.first { $0.kind == "long" }?.name }
    }

    let command: Command
  }

  /// The arguments of the command line, and of the environment where the command is `serve`.
  ///
  /// - Throws: `ValidationError` for a flag's variable that says neither yes nor no.
  static func adding(_ environment: [String: String], to arguments: [String]) throws -> [String] {
    let isNamed = arguments.first == "serve"
    var added: [String] = []
    for given in given(by: environment, beside: arguments) {
      added += try self.arguments(of: given)
    }
    return Array(arguments.prefix(isNamed ? 1 : 0)) + added + arguments.dropFirst(isNamed ? 1 : 0)
  }

  /// Where a sentence about an option is about a variable: whoever has typed none would look for it in vain.
  ///
  /// - Parameter complaint: What was said of the command line; its first line counts.
  static func origin(
    of complaint: String,
    _ environment: [String: String],
    beside arguments: [String]
  ) -> String? {
    let words = complaint.prefix { $0 != "\n" }.split { !$0.isLetter && $0 != "-" }
    let named = given(by: environment, beside: arguments).first { words.contains("--\($0.name)") }
    return named.map { "--\($0.name) comes from the environment here; correct \($0.variable), or unset it." }
  }

  /// An option that the environment has a value for.
  private struct Given {
    let option: Description.Argument
    let name: String
    let variable: String
    let value: String
  }

  /// What counts of the environment: what the command line does not say, where the command is `serve`, which is also what
  /// runs where none is named.
  private static func given(by environment: [String: String], beside arguments: [String]) -> [Given] {
    guard arguments.first == "serve" || arguments.first?.hasPrefix("-") != false else { return [] }
    return options.compactMap { option in
      guard let name = option.longName, name != "help", name != "version" else { return nil }
      let variable = "GALLERY_" + name.uppercased().replacing("-", with: "_")
      guard let value = environment[variable], !value.isEmpty, !arguments.has("--\(name)") else { return nil }
      return Given(option: option, name: name, variable: variable, value: value)
    }
  }

  private static var options: [Description.Argument] {
    let text = Data(ServeCommand._dumpHelp().utf8)
    return (try? JSONDecoder().decode(Description.self, from: text))?.command.arguments ?? []
  }

  private static func arguments(of given: Given) throws -> [String] {
    let value = given.value
    if given.option.kind == "flag" {
      switch value.lowercased() {
      case "1", "true", "yes", "on": return ["--\(given.name)"]
      case "0", "false", "no", "off": return []
      default: throw ValidationError("\(given.variable)=\(value) says neither yes nor no; give 1 or 0.")
      }
    }
    let values = given.option.isRepeating ? value.split(separator: ",").map(String.init) : [value]
    return values.map { "--\(given.name)=\($0)" }
  }
}

extension [String] {
  fileprivate func has(_ option: String) -> Bool {
    contains { $0 == option || $0.hasPrefix(option + "=") }
  }
}
