extension Article: StorableModel {
  public static let kind = "article"
}
