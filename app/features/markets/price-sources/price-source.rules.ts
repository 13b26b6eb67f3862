import { dayAfter, dayIn, formatTime } from "~/ui/dates";
import type { PriceSourceDays, PriceSourceKind } from "./price-sources.queries.server";

export const SOURCE_KIND_LABELS: Record<PriceSourceKind, string> = {
  csv: "CSV",
  "alpha-vantage": "Alpha Vantage, daily CSV",
  polygon: "Polygon, daily JSON",
};

export const SOURCE_DAYS_LABELS: Record<PriceSourceDays, string> = {
  "mon-fri": "Monday to Friday",
  "tue-sat": "Tuesday to Saturday",
  daily: "Every day",
};

export const SOURCES_PATH = "/admin/price-sources";

export const priceSourcePath = (id: string, screen?: "edit" | "runs" | "trial") =>
  [SOURCES_PATH, id, screen].filter(Boolean).join("/");

/**
 * A name as used in environment variables: "Alpha Vantage" becomes ALPHA_VANTAGE. The entity does the same in
 * SQL.
 */
export const environmentName = (name: string): string =>
  name
    .replace(/[^A-Za-z0-9]+/g, "_")
    .toUpperCase()
    .replace(/^_|_$/g, "");

export type UrlValues = { symbol: string; key: string; from: string; to: string };

/** A URL with a literal host, so that no value can lead elsewhere. */
const TEMPLATE = /^https?:\/\/[\][a-z0-9.:-]+\/\S*$/i;

/** The error in a source's URL, if any. */
export function urlProblem(template: string): string | undefined {
  if (!TEMPLATE.test(template) || !URL.canParse(template))
    return "URL must start with https:// or http:// and have a host without placeholders, and a path";
  const unknown = [...template.matchAll(/\{([^{}]*)\}/g)].find(
    ([, name = ""]) => !["symbol", "key", "from", "to"].includes(name),
  );
  if (unknown)
    return `URL must not contain ${unknown[0]}: only {symbol}, {key}, {from} and {to} are replaced`;
  return template.includes("{symbol}") ? undefined : "URL must contain {symbol} in place of the symbol";
}

/** The URL of a request, with each value encoded. */
export const filledUrl = (template: string, values: UrlValues): URL =>
  new URL(
    template.replace(/\{(symbol|key|from|to)\}/g, (_, name: keyof UrlValues) =>
      encodeURIComponent(values[name]),
    ),
  );

/** One line of a source's list: an instrument, and the source's name for it. */
export type ListedSymbol = { symbol: string; askedAs?: string; problem?: undefined };

/** A line with no clear meaning. */
type UnreadLine = { symbol?: undefined; askedAs?: undefined; problem: string };

const METALS = ["XAU", "XAG", "XPT", "XPD"];

/** Currencies, pairs, metals and bonds: Reuters puts the contributor after the equals sign. */
const QUOTED_BY_REUTERS = new RegExp(
  `^((${[...Intl.supportedValuesOf("currency"), ...METALS].join("|")}){1,2}|[A-Z]{2}\\d{1,2}[YM]T)$`,
  "i",
);

/**
 * Reads "SPX", or "SPX = I:SPX". A source's name may contain the sign, as in GC=F, so only the first one
 * divides the line. "EURUSD=X" and Reuters' "EUR=", "JPY=EBS" and "US10YT=RR" are ambiguous without blanks.
 */
export function listedSymbol(line: string): ListedSymbol | UnreadLine {
  const text = line.trim();
  const spaced = text.search(/\s=\s/);
  const at = spaced === -1 ? text.indexOf("=") : spaced + 1;
  if (at === -1) return toListedSymbol(text);
  const [symbol, askedAs] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  const isReuters = QUOTED_BY_REUTERS.test(symbol) && /^[a-z0-9]{1,4}$/i.test(askedAs);
  const mayBeOne = askedAs === "" || ((/^.(=|$)/.test(askedAs) || isReuters) && !/\s/.test(text));
  if (symbol === "" || spaced !== -1 || !mayBeOne) return toListedSymbol(symbol, askedAs);
  const [divided, whole] = [askedAs ? `${symbol} = ${askedAs}` : symbol, text.replace(/\s/g, "")];
  return {
    problem: `“${text}” could mean two things: write ${divided}, or ${symbol} = ${whole} if the source uses that name`,
  };
}

const toListedSymbol = (symbol: string, askedAs = ""): ListedSymbol => ({
  symbol: symbol.toUpperCase(),
  askedAs: askedAs || undefined,
});

/** When a source runs, and the site's day of its last scheduled run. */
export type Schedule = { active: boolean; hour: number; days: PriceSourceDays; runDay?: string | null };

type SiteTime = { day: string; hour: number };

/** Days of the week; 0 is Sunday. */
const RUNS_ON: Record<PriceSourceDays, readonly number[]> = {
  "mon-fri": [1, 2, 3, 4, 5],
  "tue-sat": [2, 3, 4, 5, 6],
  daily: [0, 1, 2, 3, 4, 5, 6],
};

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/**
 * The site's day and hour at a moment.
 * @param zone an IANA name
 */
export const siteTime = (zone: string, now: Date): SiteTime => ({
  day: dayIn(zone, now),
  hour: Number(formatTime(now, "clock", zone).slice(0, 2)),
});

const runsOn = ({ days, runDay }: Schedule, day: string) =>
  runDay !== day && RUNS_ON[days].includes(weekdayOf(day));

/**
 * Whether its hour has come and it has not run on this day yet. A missed hour is made up for later on the
 * same day.
 */
export const isDue = (schedule: Schedule, { day, hour }: SiteTime): boolean =>
  schedule.active && schedule.hour <= hour && runsOn(schedule, day);

/** The next run, as text for staff. */
export function nextRunText(schedule: Schedule, time: SiteTime): string {
  if (!schedule.active) return "Manual runs only";
  if (isDue(schedule, time)) return "Within the hour";
  const hour = `${String(schedule.hour).padStart(2, "0")}:00`;
  for (let ahead = schedule.hour > time.hour ? 0 : 1; ; ahead += 1) {
    const day = dayAfter(time.day, ahead);
    if (runsOn(schedule, day)) return `${formatTime(day, "short-weekday")}, ${hour}`;
  }
}

/**
 * The first requested day.
 * @param last the last requested day
 */
export const firstDay = (last: string, lookbackDays: number): string => dayAfter(last, -lookbackDays);

/**
 * The last requested day. A running day's bar has no final close, and would settle calls wrongly. The day
 * must be over at the site, whose days settle calls. It must also be over in UTC, by whose midnight all
 * exchanges have closed.
 * @param zone the site's, an IANA name
 */
export function lastWholeDay(zone: string, now: Date): string {
  const [atSite, inUtc] = [dayIn(zone, now), dayIn("UTC", now)];
  return dayAfter(atSite < inUtc ? atSite : inUtc, -1);
}
