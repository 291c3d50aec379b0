import { coversScreen } from "./covers/screen.js";
import { gifsScreen } from "./gifs/screen.js";
import { libraryScreen } from "./library/screen.js";
import { modelsScreen } from "./models/screen.js";
import { musicScreen } from "./music/screen.js";
import { photosScreen } from "./photos/screen.js";
import { timelineScreen } from "./timeline/screen.js";

/**
 * The screens, in the order of the navigation; the first is the one a plain address shows.
 *
 * A screen is `{ name, label, mount(root, context) }`: its name in the address (`?screen=name`), the key of
 * its title, and a function that builds it and gives back what the shell tells it later:
 * - `localize()`: the language has changed
 * - `navigate()`: the address has changed, by the back button or the forward button
 * - `leave()`: the page is being left; stop what is running
 * - `resume()`: the page was brought back as it was left
 * - `reconnect()`: the way to the server is open again; load what failed
 * - `unmount()`: another screen takes its place
 */
export const screens = [
  musicScreen, gifsScreen, coversScreen, photosScreen, modelsScreen, libraryScreen, timelineScreen,
];
