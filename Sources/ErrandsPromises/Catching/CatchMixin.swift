/// Something that can end with an error.
public protocol CatchMixin: Thenable {}
