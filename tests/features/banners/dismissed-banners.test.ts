import { describe, expect, it } from "vitest";
import { areDismissed } from "~/features/banners/dismissed-banners.server";

const banner = (day: string) => ({ createdAt: new Date(`2026-11-${day}T09:00:00Z`) });

describe("banners that were put away", () => {
  const [older, newer] = [banner("01"), banner("02")];
  const cookieOf = ({ createdAt }: typeof older) => `openbell_banners=${createdAt.getTime()}`;

  it("stay away until there is a newer one", () => {
    expect(areDismissed(cookieOf(older), [older])).toBe(true);
    expect(areDismissed(`other=1; ${cookieOf(older)}`, [older])).toBe(true);
    expect(areDismissed(cookieOf(older), [older, newer])).toBe(false);
    expect(areDismissed(cookieOf(newer), [older])).toBe(true);
  });

  it.each([
    undefined,
    "",
    "openbell_banners=",
    "openbell_banners=Infinity",
    "openbell_banners=1e99",
    `openbell_banners=${"9".repeat(16)}`,
  ])("are shown to who sends %s", (cookies) => {
    expect(areDismissed(cookies, [older])).toBe(false);
    expect(areDismissed(cookies, [])).toBe(false);
  });
});
