import { describe, expect, it } from "vitest";
import { parsePaywallPage, paywallCountPath } from "~/access/paywall-page.rules";

const ID = "3f0e7a52-9c1d-4b8e-a1f2-0d5c6b7a8e9f";

describe("the page of a paywall", () => {
  it.each([
    "/",
    "/daily-brief",
    "/trade-alert",
    "/videos",
    "/stock-picks",
    "/search",
    `/daily-brief/${ID}`,
    `/trade-alert/${ID}`,
    `/videos/${ID}`,
  ])("is %s, not case-sensitive", (page) => {
    expect(parsePaywallPage(page)).toBe(page);
    expect(parsePaywallPage(page.toUpperCase())).toBe(page);
  });

  it.each([
    undefined,
    null,
    "",
    "//elsewhere.test",
    "https://elsewhere.test/videos",
    "/\\elsewhere.test",
    "/news",
    `/news/${ID}`,
    `/preview/videos/${ID}`,
    `/videos/${ID}/`,
    `/videos/${ID}?next=//elsewhere.test`,
    `/videos/${ID}\n`,
    "/videos/1",
    "/admin",
    "/subscription",
    "javascript:alert(1)",
    "/stock-picks\r\nSet-Cookie: a=b",
  ])("is not %j", (text) => {
    expect(parsePaywallPage(text)).toBeUndefined();
  });

  it("is named in its counter", () => {
    expect(paywallCountPath("shown.gif", `/videos/${ID}`)).toBe(`/locks/shown.gif?from=/videos/${ID}`);
  });
});
