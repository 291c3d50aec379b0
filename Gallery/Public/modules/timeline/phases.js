/**
 * The phases of a run, with the time until its connection was made apart from that in which the server was asked over it. Only
 * the load above it knows that time, and not before its answer has begun.
 */
export function phasesOf(node) {
  const phases = node.run.phases ?? [];
  const asked = phases.findLastIndex(({ name }) => name === "requesting");
  if (asked < 0) return phases;
  let load = node;
  while (load && !load.run.connection) load = load.parent;
  const made = load?.run.connection.made;
  if (!(made > 0)) return phases;
  const { at } = phases[asked];
  return [
    ...phases.slice(0, asked), { name: "connecting", at }, { name: "requesting", at: at + made }, ...phases.slice(asked + 1),
  ];
}
