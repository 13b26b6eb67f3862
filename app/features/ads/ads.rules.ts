type Slot = { category: string; position?: number };
type Candidate = { id: string; name: string; category: string; position: number };

/**
 * Picks an advertisement for each slot from candidates in random order. Slots with a position choose first. A
 * slot takes an ad whose target no earlier slot links to, or any ad if there is none.
 * @param usedLinks targets of other parts of the page
 * @returns undefined for a slot without an ad
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

/** Every order is equally likely (Fisher and Yates). */
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

/**
 * The advertiser, as far as the link tells it. A screen reader would read out the whole address.
 * @param link the ad's target
 */
export const advertiserName = (link: string): string =>
  URL.canParse(link) ? new URL(link).hostname.replace(/^www\./, "") : link;
