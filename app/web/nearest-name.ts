/** Compared without case and separators, so that `created_at` finds `createdAt`. */
const folded = (name: string) => name.toLowerCase().replace(/[\s_-]/g, "");

/** Longer names are compared by their start. */
const LONGEST = 60;

/** The name that was probably meant: at most a third of its letters differ. */
export function nearestName(sent: string, names: Iterable<string>): string | undefined {
  const wanted = folded(sent).slice(0, LONGEST);
  let nearest: { name: string; distance: number } | undefined;
  for (const name of names) {
    const known = folded(name);
    const distance = editDistance(wanted, known);
    const isNear = distance <= Math.max(1, Math.floor(known.length / 3)) && distance < known.length;
    if (isNear && (!nearest || distance < nearest.distance)) nearest = { name, distance };
  }
  return nearest?.name;
}

/** Inserted, removed, replaced and swapped letters (optimal string alignment). */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let at = 1; at <= to.length; at++) {
      const isSame = from[row - 1] === to[at - 1];
      const isSwapped = row > 1 && at > 1 && from[row - 1] === to[at - 2] && from[row - 2] === to[at - 1];
      current[at] = Math.min(
        (last[at] ?? 0) + 1,
        (current[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}
