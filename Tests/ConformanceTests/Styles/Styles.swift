/// Every style that the matrix holds to the laws.
enum Styles {
  static let all: [any StyleUnderTest] = [
    AwaitStyle(), ResultClosureStyle(), ValueErrorClosureStyle(), DelegateStyle(), ActionDelegateStyle(),
    StreamStyle(), DispatchGroupStyle(), PromiseStyle(), BoltsStyle(),
    OperationStyle(queue: .ours), OperationStyle(queue: .foundations), PublisherStyle(),
  ]

  /// The style in which one asks to see what another did to an errand: it shows every event.
  static let reference: any StyleUnderTest = ActionDelegateStyle()
}
