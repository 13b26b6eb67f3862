import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";

/** What a piece of work cost whoever did it: whatever was pressed or ticked, and whatever was typed into or chosen from. */
export type Cost = { clicks: number; fields: number };

/** Somebody's work on a page, counted. */
export class CountedWork {
  readonly cost: Cost = { clicks: 0, fields: 0 };
  constructor(readonly page: Page) {}

  async click(target: Locator): Promise<void> {
    this.cost.clicks += 1;
    await target.click();
  }

  async fill(target: Locator, text: string): Promise<void> {
    this.cost.fields += 1;
    await target.fill(text);
  }

  async choose(target: Locator, option: string): Promise<void> {
    this.cost.fields += 1;
    await target.selectOption(option);
  }

  async attach(target: Locator, name: string, buffer: Buffer): Promise<void> {
    this.cost.fields += 1;
    await target.setInputFiles({ name, mimeType: "image/jpeg", buffer });
  }
}

/** The costs that docs/staff-day.md tells, by what was done. */
export function toldCosts(): Record<string, Cost> {
  const text = readFileSync(new URL("../../docs/staff-day.md", import.meta.url), "utf8");
  const rows = [...text.matchAll(/^\| ([^|]+?) \| (\d+) \| (\d+) \|/gm)];
  return Object.fromEntries(
    rows.map(([, work = "", clicks, fields]) => [work, { clicks: Number(clicks), fields: Number(fields) }]),
  );
}
