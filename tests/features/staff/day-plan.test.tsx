import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { DayPlan } from "~/features/staff/day-plan";
import type { DayItem } from "~/features/staff/day-plan.rules";

const item = (id: string, at: string): DayItem => ({ id, path: "news", title: id, at, scheduled: false });
const OUT = item("Out", "2026-07-16T00:10:00Z");
const [NEW, OLD] = [item("New", "2026-07-16T00:05:00Z"), item("Old", "2026-07-15T23:59:00Z")];
const STALE = { count: "3", text: "quotes are old", action: { label: "See", to: "/admin/market" } };

const draw = (plan: { out: DayItem[]; drafts: DayItem[] }, at = "14:32", stale?: typeof STALE) =>
  renderToStaticMarkup(<DayPlan plan={plan} stale={stale} now={`2026-07-16T${at}:00Z`} zone="UTC" />);

describe("today’s plan", () => {
  it("draws what is out and to come, and nothing where nothing is", () => {
    expect(draw({ out: [OUT], drafts: [] })).toContain('<path class="out"');
    expect(draw({ out: [], drafts: [OLD] })).not.toContain('<svg class="day-plan"');
  });

  it("shows that nothing is scheduled, and still names stale prices", () => {
    expect(draw({ out: [], drafts: [] })).toBe('<p class="meta">Nothing is scheduled today.</p>');
    expect(draw({ out: [], drafts: [] }, "14:32", STALE)).toMatch(
      /Nothing is scheduled today\..*3 quotes are old/,
    );
    expect(draw({ out: [], drafts: [NEW] })).not.toContain("Nothing is scheduled");
  });

  it("separates today's drafts from earlier ones", () => {
    const [today = "", earlier = ""] = draw({ out: [], drafts: [NEW, OLD] }).split(
      "Drafts left over from earlier days",
    );
    expect([today.includes(">New<"), today.includes(">Old<")]).toEqual([true, false]);
    expect([earlier.includes(">New<"), earlier.includes(">Old<")]).toEqual([false, true]);
    expect(draw({ out: [], drafts: [OLD] })).toMatch(/Nothing is scheduled today.*Drafts left over/);
    expect(draw({ out: [], drafts: [NEW] })).not.toContain("Drafts left over");
  });
});
