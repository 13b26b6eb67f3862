import { describe, expect, it, test } from "vitest";
import {
  busiestDay,
  countsCsvPath,
  countsPath,
  dayBefore,
  fillDays,
  isBrowser,
  rateText,
  spanOf,
  totalOf,
} from "~/features/ads/ad-counts.rules";
import { CountThrottle } from "~/features/ads/count-throttle.server";

describe("the days of an ad", () => {
  const counted = [
    { day: "2026-03-01", views: 40, clicks: 1 },
    { day: "2026-02-27", views: 60, clicks: 2 },
  ];

  it("are all there, newest first, nought where nothing was counted", () => {
    expect(fillDays(counted, { today: "2026-03-01", since: "2025-01-01", span: 4 })).toEqual([
      { day: "2026-03-01", views: 40, clicks: 1 },
      { day: "2026-02-28", views: 0, clicks: 0 },
      { day: "2026-02-27", views: 60, clicks: 2 },
      { day: "2026-02-26", views: 0, clicks: 0 },
    ]);
  });

  it("begin with the day it was made", () => {
    const days = fillDays(counted, { today: "2026-03-01", since: "2026-02-28", span: 30 });
    expect(days.map(({ day }) => day)).toEqual(["2026-03-01", "2026-02-28"]);
  });

  it("leave out what lies before the span, and what lies ahead", () => {
    const odd = [
      ...counted,
      { day: "2026-03-02", views: 9, clicks: 9 },
      { day: "2026-02-01", views: 9, clicks: 9 },
    ];
    const days = fillDays(odd, { today: "2026-03-01", since: "2020-01-01", span: 7 });
    expect(days).toHaveLength(7);
    expect(totalOf(days)).toEqual({ views: 100, clicks: 3 });
  });

  it("pass over leap days, years and summer time by the calendar", () => {
    expect(dayBefore("2028-03-01", 1)).toBe("2028-02-29");
    expect(dayBefore("2027-01-01", 1)).toBe("2026-12-31");
    expect(dayBefore("2026-03-30", 2)).toBe("2026-03-28");
  });

  it("have a busiest one, the latest of several, and none where nobody looked", () => {
    const days = [
      { day: "2026-03-03", views: 5, clicks: 0 },
      { day: "2026-03-02", views: 7, clicks: 0 },
      { day: "2026-03-01", views: 7, clicks: 3 },
    ];
    expect(busiestDay(days)?.day).toBe("2026-03-02");
    expect(busiestDay([{ day: "2026-03-01", views: 0, clicks: 1 }])).toBeUndefined();
  });
});

test.each([
  [{ views: 1000, clicks: 7 }, "0.70%"],
  [{ views: 3, clicks: 1 }, "33.33%"],
  [{ views: 10, clicks: 0 }, "0.00%"],
  [{ views: 1, clicks: 2 }, "200.00%"],
  [{ views: 0, clicks: 0 }, "–"],
  [{ views: 0, clicks: 3 }, "–"],
])("the click rate of %j is %s", (tally, text) => expect(rateText(tally)).toBe(text));

test.each([
  ["", 30],
  ["days=7", 7],
  ["days=30", 30],
  ["days=90", 90],
  ["days=31", 30],
  ["days=7.5", 30],
  ["days=", 30],
  ["days=90&days=7", 90],
])("?%s asks for %i days", (search, span) => expect(spanOf(new URLSearchParams(search))).toBe(span));

test("the usual span needs no word in the address", () => {
  expect(countsPath("x")).toBe("/admin/ads/x/counts");
  expect(countsPath("x", 30)).toBe("/admin/ads/x/counts");
  expect(countsPath("x", 7)).toBe("/admin/ads/x/counts?days=7");
  expect(countsCsvPath("x", 90)).toBe("/admin/ads/x/counts/export.csv?days=90");
});

describe("who is asking", () => {
  const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0";

  it.each([
    `Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36`,
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1",
    `Mozilla/5.0 (Linux; Android 14; CUBOT KINGKONG 9) ${CHROME} Mobile Safari/537.36`,
  ])("is a browser: %s", (name) => expect(isBrowser(name)).toBe(true));

  it.each([
    "",
    "curl/8.14.1",
    "node",
    "python-requests/2.32.5",
    "WhatsApp/2.2587.9 W",
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    `Mozilla/5.0 ${CHROME} (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Safari/537.36`,
    "Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)",
    "Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)",
    "Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)",
    `Mozilla/5.0 (X11; Linux x86_64) ${CHROME.replace("Chrome", "HeadlessChrome")} Safari/537.36`,
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} Safari/537.36 Chrome-Lighthouse`,
    "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5",
    "Mozilla/5.0 (compatible; archive.org_bot +http://archive.org/details/archive.org_bot)",
  ])("is a program: %s", (name) => expect(isBrowser(name)).toBe(false));
});

describe("a network", () => {
  it("counts 240 times a minute, others beside it, and anew in the next", () => {
    const limit = new CountThrottle();
    const times = (network: string, now: number) =>
      Array.from({ length: 300 }, () => limit.allows(network, now)).filter(Boolean).length;
    expect(times("203.0.113.7", 60_000)).toBe(240);
    expect(times("203.0.113.7", 119_999)).toBe(0);
    expect(times("203.0.113.8", 119_999)).toBe(240);
    expect(times("203.0.113.7", 120_000)).toBe(240);
  });

  it("is one of so many at most: memory has an end", () => {
    const limit = new CountThrottle();
    for (let n = 0; n < 50_000; n += 1) limit.allows(`10.0.0.${n}`, 0);
    expect(limit.allows("one more", 0)).toBe(false);
    expect(limit.allows("10.0.0.7", 0)).toBe(true);
    expect(limit.allows("one more", 60_000)).toBe(true);
  });
});
