import ErrandsLoading

extension SavedThing {
  /// What it is called when it is taken away: its title, with the ending of what it is.
  public var fileName: SafeFileName {
    let ending = file?.ending ?? "json"
    let dotted = ".\(ending)"
    // A title has no folders in it.
    let name = title.beginning(ofBytes: NewThing.longestTitle)
      .replacing("/", with: "-").replacing("\\", with: "-")
    let whole = SafeFileName(name.lowercased().hasSuffix(dotted) ? name : name + dotted)
    // Of a title that leaves nothing the ending is left.
    if let whole, whole.text.lowercased() != ending { return whole }
    return SafeFileName("\(kind)-\(id)\(dotted)") ?? SafeFileName(fallback: "thing")
  }
}
