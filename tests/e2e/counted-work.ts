import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";

/** The cost of a task: buttons and boxes clicked, and fields filled or chosen from. */
export type Cost = { clicks: number; fields: number };

/** Counts the work on a page. */
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

/** The costs listed in docs/staff-day.md, by task. */
export function documentedCosts(): Record<string, Cost> {
  const text = readFileSync(new URL("../../docs/staff-day.md", import.meta.url), "utf8");
  const rows = [...text.matchAll(/^\| ([^|]+?) \| (\d+) \| (\d+) \|/gm)];
  return Object.fromEntries(
    rows.map(([, work = "", clicks, fields]) => [work, { clicks: Number(clicks), fields: Number(fields) }]),
  );
}
