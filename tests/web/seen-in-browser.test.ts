import { describe, expect, it } from "vitest";
import { CountThrottle } from "~/web/count-throttle.server";
import { isBrowser } from "~/web/seen-in-browser.server";

describe("a user agent", () => {
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

describe("the rate limit of a network", () => {
  it("is 240 per minute, separate from other networks, and resets each minute", () => {
    const limit = new CountThrottle();
    const times = (network: string, now: number) =>
      Array.from({ length: 300 }, () => limit.allows(network, now)).filter(Boolean).length;
    expect(times("203.0.113.7", 60_000)).toBe(240);
    expect(times("203.0.113.7", 119_999)).toBe(0);
    expect(times("203.0.113.8", 119_999)).toBe(240);
    expect(times("203.0.113.7", 120_000)).toBe(240);
  });

  it("keeps a limited number of networks in memory", () => {
    const limit = new CountThrottle();
    for (let n = 0; n < 50_000; n += 1) limit.allows(`10.0.0.${n}`, 0);
    expect(limit.allows("one more", 0)).toBe(false);
    expect(limit.allows("10.0.0.7", 0)).toBe(true);
    expect(limit.allows("one more", 60_000)).toBe(true);
  });
});
