/// Stands for what a user interface's framework gives: code of the main actor by inheritance, which the application
/// itself writes no word about.
@MainActor
class Widget {
  var title = ""
  var isBusy = false
}
