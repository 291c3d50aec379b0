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
    // It is also what runs where no command is named.
    guard isNamed || arguments.first?.hasPrefix("-") != false else { return arguments }
    var added: [String] = []
    for option in options {
      guard let name = option.longName, name != "help", name != "version" else { continue }
      let variable = "GALLERY_" + name.uppercased().replacing("-", with: "_")
      guard let value = environment[variable], !value.isEmpty, !arguments.has("--\(name)") else { continue }
      added += try self.arguments(of: option, name: name, variable: variable, value: value)
    }
    return Array(arguments.prefix(isNamed ? 1 : 0)) + added + arguments.dropFirst(isNamed ? 1 : 0)
  }

  private static var options: [Description.Argument] {
    let text = Data(ServeCommand._dumpHelp().utf8)
    return (try? JSONDecoder().decode(Description.self, from: text))?.command.arguments ?? []
  }

  private static func arguments(
    of option: Description.Argument,
    name: String,
    variable: String,
    value: String
  ) throws -> [String] {
    if option.kind == "flag" {
      switch value.lowercased() {
      case "1", "true", "yes", "on": return ["--\(name)"]
      case "0", "false", "no", "off": return []
      default: throw ValidationError("\(variable)=\(value) says neither yes nor no; give 1 or 0.")
      }
    }
    let values = option.isRepeating ? value.split(separator: ",").map(String.init) : [value]
    return values.map { "--\(name)=\($0)" }
  }
}

extension [String] {
  fileprivate func has(_ option: String) -> Bool {
    contains { $0 == option || $0.hasPrefix(option + "=") }
  }
}
