import { loadStyle } from "./style-sheets.js";

/**
 * The screens, in the order of the navigation; the first is the one a plain address shows. Each is loaded when it is opened
 * for the first time: `NAME/screen.js`, which exports `NAMEScreen`, and `styles/NAME.css`.
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
export const screens = ["music", "gifs", "covers", "photos", "models", "library", "timeline", "settings"]
  .map((name) => ({ name, label: name, load: () => load(name) }));

async function load(name) {
  const [module] = await Promise.all([import(`./${name}/screen.js`), loadStyle(name)]);
  return module[`${name}Screen`];
}
