type Slot = { category: string; position?: number };
type Candidate = { id: string; name: string; category: string; position: number };

/**
 * An advertisement for each slot, taken from candidates in a random order. Slots with a position choose first. A slot
 * takes one that leads where no slot before it does, and any other only when there is none.
 * @param places where other parts of the page lead already
 * @returns undefined for a slot that has none
 */
export function drawAds<Ad extends Candidate>(
  slots: readonly Slot[],
  candidates: readonly Ad[],
  places: ReadonlySet<string> = new Set(),
): (Ad | undefined)[] {
  const shown = new Map<Slot, Ad>();
  const named = slots.filter(({ position }) => position !== undefined);
  const anywhere = slots.filter(({ position }) => position === undefined);
  for (const slot of [...named, ...anywhere]) {
    const others = [...shown.values()];
    const fitting = candidates.filter((ad) => fits(ad, slot) && !others.includes(ad));
    const taken = new Set([...places, ...others.map(({ name }) => name)]);
    const drawn = fitting.find(({ name }) => !taken.has(name)) ?? fitting[0];
    if (drawn) shown.set(slot, drawn);
  }
  return slots.map((slot) => shown.get(slot));
}

const fits = (ad: Candidate, { category, position }: Slot) =>
  ad.category === category && (position === undefined || ad.position === position);
