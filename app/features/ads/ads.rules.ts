type Slot = { category: string; position?: number };
type Candidate = { id: string; name: string; category: string; position: number };

/**
 * An advertisement for each slot, taken from candidates in a random order. Slots with a position choose first. A slot
 * takes one that leads where no slot before it does, and any other only when there is none.
 * @param usedLinks where other parts of the page lead already
 * @returns undefined for a slot that has none
 */
export function pickAds<Ad extends Candidate>(
  slots: readonly Slot[],
  candidates: readonly Ad[],
  usedLinks: ReadonlySet<string> = new Set(),
): (Ad | undefined)[] {
  const picked = new Map<Slot, Ad>();
  const positioned = slots.filter(({ position }) => position !== undefined);
  const floating = slots.filter(({ position }) => position === undefined);
  for (const slot of [...positioned, ...floating]) {
    const others = [...picked.values()];
    const matching = candidates.filter((ad) => matchesSlot(ad, slot) && !others.includes(ad));
    const taken = new Set([...usedLinks, ...others.map(({ name }) => name)]);
    const choice = matching.find(({ name }) => !taken.has(name)) ?? matching[0];
    if (choice) picked.set(slot, choice);
  }
  return slots.map((slot) => picked.get(slot));
}

const matchesSlot = (ad: Candidate, { category, position }: Slot) =>
  ad.category === category && (position === undefined || ad.position === position);

/** In a random order, each as likely as any other (Fisher and Yates). */
export function shuffle<Item>(items: readonly Item[]): Item[] {
  const shuffled: Item[] = [];
  for (const item of items) {
    const place = Math.floor(Math.random() * (shuffled.length + 1));
    const moved = shuffled[place];
    shuffled[place] = item;
    if (moved !== undefined) shuffled.push(moved);
  }
  return shuffled;
}

/** Whose advertisement it is, as far as its link tells: read out, a whole address says less. @param link where it leads */
export const advertiserOf = (link: string): string =>
  URL.canParse(link) ? new URL(link).hostname.replace(/^www\./, "") : link;
