import type { Random } from "../random";
import { DAYS, LEDGER_BEGINS, MINUTE_MS, midnightOf, STEPS } from "./days";
import { type Market, UNIT } from "./market";

export type RecordKind = "alert" | "pick" | "brief";

/** The fields of a record. Prices in hundred-millionths. */
export type Written = {
  market: Market;
  direction: "buy" | "sell";
  target: number | null;
  stop: number | null;
  period: string;
  audience: "members" | "private";
  /** The record's own price and currency. */
  price: number | null;
  currency: string | null;
};

export type Story = {
  nth: number;
  kind: RecordKind;
  list: string | null;
  /** Published before the ledger began. */
  isOlder: boolean;
  written: Written;
};

export type Result = { on: number; price: number; note: string };

/** An action on a record, and its time. */
export type Action = { at: number; story: Story } & (
  | { does: "publish" }
  | { does: "edit"; changes: Partial<Written> }
  | { does: "delete" }
  | { does: "close"; result: Result }
  | { does: "correct"; result: Result }
);

const PERIODS = ["1 week", "2 weeks", "1 month", "1 month", "3 months", "1 year", "until earnings"];
const LISTS = ["Tenet", "Iron dome", "Moonshots"];
/** How many actions a record gets once its call is in the ledger. */
const FEW = [0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 3];

/** The share of records older than the ledger, which opens their calls in batches. */
const OLDER = 0.85;
const HOUR_MS = 60 * MINUTE_MS;

/** Random records with all their actions, in order. */
export function randomStories(random: Random, markets: readonly Market[], count: number): Action[] {
  const days = STEPS.filter((day) => day > 10 && day < DAYS - 40);
  const [older, younger] = [
    days.filter((day) => day < LEDGER_BEGINS),
    days.filter((day) => day >= LEDGER_BEGINS),
  ];
  const actions = Array.from({ length: count }, (_, nth) => {
    const day = random.one(random.chance(OLDER) ? older : younger);
    const at = midnightOf(day) + 8 * HOUR_MS + (nth % 5_000) * 100;
    const story = randomStory(random, markets, { nth, day });
    const published: Action = { at, story, does: "publish" };
    return [published, ...laterActions(random, markets, published, day)];
  });
  return actions.flat().toSorted((one, other) => one.at - other.at || one.story.nth - other.story.nth);
}

type StoryStart = { nth: number; day: number };

function randomStory(random: Random, markets: readonly Market[], { nth, day }: StoryStart): Story {
  const kind = random.chance(0.7) ? "alert" : random.chance(0.85) ? "pick" : "brief";
  const market = random.one(markets);
  const direction = kind === "alert" && random.chance(0.4) ? "sell" : "buy";
  const worth = market.worth(day);
  const hasPrice = market.pricing !== "history" && random.chance(market.pricing === "late" ? 0.2 : 0.5);
  const written: Written = {
    market,
    direction,
    ...randomLevels(random, direction, worth),
    period: random.one(PERIODS),
    audience: random.chance(0.15) ? "private" : "members",
    price: hasPrice && kind !== "brief" ? near(worth, random.between(-0.01, 0.01)) : null,
    currency: kind === "brief" || random.chance(0.6) ? null : random.chance(0.9) ? market.currency : "GBP",
  };
  return {
    nth,
    kind,
    list: kind === "pick" ? random.one(LISTS) : null,
    isOlder: day < LEDGER_BEGINS,
    written,
  };
}

/** Some levels are on the wrong side: such a target or stop is invalid. */
function randomLevels(random: Random, direction: "buy" | "sell", worth: number) {
  const sign = direction === "buy" ? 1 : -1;
  const away = (least: number, most: number, wrong: number) =>
    near(worth, (random.chance(wrong) ? -1 : 1) * random.between(least, most));
  const target = away(sign * 0.02, sign * 0.25, 0.04);
  return { target, stop: random.chance(0.2) ? null : away(sign * -0.02, sign * -0.2, 0.04) };
}

/**
 * A price at a relative distance, to the cent, and sometimes to the tenth or unit, as people choose levels.
 */
function near(price: number, by: number): number {
  const cents = Math.max(1, Math.round((price * (1 + by) * 100) / UNIT));
  const rounded = cents > 5_000 && cents % 3 === 0 ? Math.round(cents / 10) * 10 : cents;
  return (rounded * UNIT) / 100;
}

function laterActions(random: Random, markets: readonly Market[], published: Action, day: number): Action[] {
  const { story, at } = published;
  if (!story.isOlder && random.chance(0.08)) {
    const after = random.one([MINUTE_MS, 9 * MINUTE_MS, 10 * MINUTE_MS, 10 * MINUTE_MS + 1, HOUR_MS]);
    return [{ at: at + after, story, does: "delete" }];
  }
  const since = Math.max(day, LEDGER_BEGINS);
  const left = STEPS.filter((step) => step > since && step < since + 130);
  const moments = Array.from({ length: random.one(FEW) }, () => random.one(left))
    .filter((step) => step !== undefined)
    .map((step) => ({ step, at: midnightOf(step) + 9 * HOUR_MS + random.whole(0, 10 * HOUR_MS) }))
    .toSorted((one, other) => one.at - other.at);
  const actions: Action[] = [];
  for (const { step, at: then } of moments) {
    if (actions.at(-1)?.does === "delete") break;
    actions.push({ at: then, story, ...randomAction(random, markets, story, step) });
  }
  return actions;
}

type ActionChange = Action extends infer Each
  ? Each extends Action
    ? Omit<Each, "at" | "story">
    : never
  : never;

function randomAction(random: Random, markets: readonly Market[], story: Story, day: number): ActionChange {
  const choice = random.next();
  if (choice < 0.1) return { does: "delete" };
  if (story.kind !== "brief" && choice < 0.22)
    return { does: "close", result: randomResult(random, story, day) };
  if (story.kind !== "brief" && choice < 0.34)
    return { does: "correct", result: randomResult(random, story, day) };
  return { does: "edit", changes: randomChanges(random, markets, story, day) };
}

/** A recently traded price. The caller checks whether the call existed then. */
function randomResult(random: Random, { written: { market } }: Story, day: number): Result {
  const traded = market.prices.filter((price) => price.knownFrom <= day && price.day > day - 20);
  if (traded.length === 0) return { on: day, price: market.worth(day), note: "Nothing is traded." };
  const { day: on, close, high, low } = random.one(traded);
  return { on, price: random.one([close, high ?? close, low ?? close]), note: `By hand on day ${day}.` };
}

function randomChanges(
  random: Random,
  markets: readonly Market[],
  story: Story,
  day: number,
): Partial<Written> {
  const { kind, written } = story;
  const { target, stop } = randomLevels(random, written.direction, written.market.worth(day));
  if (kind === "brief") return { target };
  const audience = written.audience === "private" ? "members" : "private";
  const choice = random.next();
  if (choice < 0.35) return { target };
  if (choice < 0.5) return { audience };
  if (kind === "pick") return { target, audience };
  if (choice < 0.65) return { stop };
  if (choice < 0.8) return { period: random.one(PERIODS) };
  if (choice < 0.88) return { target, stop, audience };
  if (choice < 0.94)
    return { direction: written.direction === "buy" ? "sell" : "buy", target: stop ?? target, stop: target };
  return { market: random.one(markets) };
}
