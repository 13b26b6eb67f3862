import { daysBefore } from "./content-rows";
import { fractionOf } from "./identity";

/** Each day's share of a working day's views, from Sunday on: markets are closed at the weekend. */
const WEEK = [0.42, 1, 1.06, 1.04, 1.02, 0.9, 0.38] as const;

/** Days for which views of single pages are stored, and daily sums. */
const [PAGE_DAYS, SUM_DAYS] = [35, 60];

/** Readers of an average article, brief or video on its first working day. */
const FIRST_DAY = { news: 640, "daily-brief": 380, videos: 260 } as const;

type Section = keyof typeof FIRST_DAY;
type Read = { id: string; createdAt: Date };
type Readings = Record<Section, readonly Read[]>;

const DAY_MS = 86_400_000;
const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/** The views of one page on a day: many at first, then fewer and fewer. */
function viewsOn(section: Section, { id, createdAt }: Read, date: Date, now: Date): number {
  const age = Math.floor(date.getTime() / DAY_MS) - Math.floor(createdAt.getTime() / DAY_MS);
  if (age < 0) return 0;
  const passed = dayOf(date) === dayOf(now) ? (now.getTime() % DAY_MS) / DAY_MS : 1;
  const known = 0.4 + fractionOf("read", id) * 1.2;
  const busy = (WEEK[date.getUTCDay()] ?? 1) * (0.85 + fractionOf("read on", `${id} ${dayOf(date)}`) * 0.3);
  return Math.round((FIRST_DAY[section] * known * busy * passed) / (1 + age) ** 1.15);
}

/** The demo's views of recent weeks, by page and in total, and the most read pages of seven days. */
export function readingRows(now: Date, pages: Readings) {
  const read = Array.from({ length: SUM_DAYS }, (_, back) => daysBefore(now, back)).flatMap((date, back) =>
    (Object.keys(FIRST_DAY) as Section[]).flatMap((section) =>
      pages[section].flatMap((page) => {
        const views = viewsOn(section, page, date, now);
        return views > 0 ? [{ back, day: dayOf(date), section, recordId: page.id, views }] : [];
      }),
    ),
  );
  const kept = read.filter(({ back }) => back < PAGE_DAYS);
  return {
    pages: kept.map(({ back: _, ...row }) => row),
    days: [...sumsBy(read, ({ day }) => day)].map(([day, views]) => ({ day, views })),
    most: rankingOf(read.filter(({ back }) => back < 7)),
  };
}

type Counted = { section: Section; recordId: string; views: number };

function sumsBy<Row extends { views: number }>(rows: readonly Row[], keyOf: (row: Row) => string) {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + row.views);
  return sums;
}

/** As many as the hourly task ranks. */
const RANKED = 15;

const rankingOf = (read: readonly Counted[]) =>
  [...sumsBy(read, ({ section, recordId }) => `${section} ${recordId}`)]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, RANKED)
    .map(([page], place) => {
      const [section = "news", recordId = ""] = page.split(" ");
      return { place: place + 1, section: section as Section, recordId };
    });
