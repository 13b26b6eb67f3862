import { describe, expect, it } from "vitest";
import { asHeading, asMarkdown, asText, calmestRounds, processorQuotient } from "./rates-report.mjs";

const load = (perSecond: number, failed = 0) => ({ pages: perSecond * 2, perSecond, p99: 4, failed });
/** Of 2,000 pages in two seconds; microseconds of a page. */
const played = (node: number, postgres: number | undefined, failed = 0) => ({
  ...load(1_000, failed),
  node: { user: (node * 1.5e-6 * 2_000) / 2, system: (node * 0.5e-6 * 2_000) / 2 },
  postgres: postgres === undefined ? undefined : { user: postgres * 1e-6 * 2_000, system: 0 },
});
const round = (ours: number, other: number) => ({
  ours: played(ours, 20),
  other: played(other, 20),
  bare: load(4_000),
});
const rounds = [round(80, 80), round(70, 80), round(130, 80)];
const row = { name: "home, visitor, br", promised: { ratio: 0.7 }, kilobytes: 9, rounds };
const alone = { own: "abcd1234", about: "32 connections, 3 rounds of 2 s each" };
const beside = { ...alone, other: "0123abcd" };

describe("the processor time of a page divided by that of the other build", () => {
  it("is the middle one of the rounds, with their least and most", () => {
    const { median, least, most } = processorQuotient(rounds) ?? {};
    expect(median).toBeCloseTo(1);
    expect(least).toBeCloseTo(0.9);
    expect(most).toBeCloseTo(1.5);
  });

  it("leaves PostgreSQL out where its time is not known", () => {
    const apart = [{ ours: played(60, undefined), other: played(80, undefined), bare: load(4_000) }];
    expect(processorQuotient(apart)?.median).toBeCloseTo(0.75);
  });

  it("is not known where nothing was played beside, or no time was told", () => {
    expect(processorQuotient([{ ours: played(60, 20), bare: load(4_000) }])).toBeUndefined();
    expect(processorQuotient([{ ours: load(10), other: load(10), bare: load(4_000) }])).toBeUndefined();
  });
});

it("tells a row with user and system time of Node and PostgreSQL apart", () => {
  expect(asText(alone, row).split("\t")).toEqual([
    "home, visitor, br".padEnd(34),
    "1000",
    "4000",
    "0.25",
    "≥ 0.7",
    "4.0",
    "9.0",
    "70.0 + 23.3",
    "20.0 + 0.0",
  ]);
});

it("has columns for the quotient only beside another build", () => {
  expect(asHeading(alone)).not.toContain("CPU");
  expect(asHeading(beside)).toMatch(/\tCPU to 0123abcd\tleast to most$/);
  expect(asText(beside, row)).toMatch(/\t1\.00\t0\.90 to 1\.50$/);
});

it("prints dashes for what is promised of nothing and for processor time that is not known", () => {
  const far = { name: "limit", kilobytes: 1, rounds: [{ ours: load(10), bare: load(20) }] };
  expect(asText(beside, far)).toMatch(/\t0\.50\t–\t4\.0\t1\.0\t–\t–\t–\t–$/);
});

it("tells whose answers failed", () => {
  const failing = [{ ours: played(60, 20, 3), other: played(60, 20, 5), bare: load(4_000) }];
  expect(asText(beside, { ...row, rounds: failing })).toMatch(/\t3 failed, 5 failed in 0123abcd$/);
});

/** A round in which the servers waited for their core for these shares of the time. */
const sharedRound = (ours: number, other: number, node = 80) => ({
  ours: { ...played(node, 20), waitedShare: ours },
  other: { ...played(80, 20), waitedShare: other },
  bare: load(4_000),
});

it("counts the processor time of the three rounds in which both servers waited least", () => {
  const calm = [sharedRound(0.02, 0.01, 70), sharedRound(0.01, 0.03, 80), sharedRound(0.03, 0.02, 90)];
  const disturbed = [sharedRound(0.9, 0.01, 800), sharedRound(0.01, 0.9, 8)];
  const mixed = [disturbed[0], calm[0], calm[1], disturbed[1], calm[2]].flatMap((each) => each ?? []);
  expect(new Set(calmestRounds(mixed))).toEqual(new Set(calm));
  expect(asText(beside, { ...row, rounds: mixed })).toMatch(
    /\t60\.0 \+ 20\.0\t20\.0 \+ 0\.0\t1\.00\t0\.90 to 1\.10$/,
  );
});

it("notes that the server shared its core, if it waited for it even in those rounds", () => {
  const [calm, busy] = [sharedRound(0.01, 0.01), sharedRound(0.42, 0.4)];
  expect(asText(alone, { ...row, rounds: [busy, calm, busy, calm, calm] })).not.toContain("shared");
  expect(asText(alone, { ...row, rounds: [busy, calm, busy, busy] })).toMatch(/\tcore shared: 42 %$/);
});

it("makes a Markdown table under the command, the machine and both builds", () => {
  const [conditions, , ...table] = asMarkdown(beside, [row], ["--quick", "--against", "0123abcd"]).split(
    "\n",
  );
  expect(conditions).toMatch(
    /^`npm run bench -- --quick --against 0123abcd`, \d{4}-\d\d-\d\d, Node [\d.]+, \d+ × .+ GB\. abcd1234 beside 0123abcd: 32 connections, 3 rounds of 2 s each\.$/,
  );
  expect(table).toEqual([
    "| work | pages/s | bare/s | ratio | promised | p99 ms | kB | Node µs | PostgreSQL µs | CPU to 0123abcd | least to most |",
    "|---|--:|--:|--:|---|--:|--:|--:|--:|--:|--:|",
    "| home, visitor, br | 1000 | 4000 | 0.25 | ≥ 0.7 | 4.0 | 9.0 | 70.0 + 23.3 | 20.0 + 0.0 | 1.00 | 0.90 to 1.50 |",
  ]);
});

it("has a column for notes in Markdown if there are any", () => {
  const failing = { ...row, rounds: [{ ours: played(60, 20, 3), bare: load(4_000) }] };
  const [last] = asMarkdown(alone, [row, failing], []).split("\n").slice(-1);
  expect(last).toMatch(/ \| 3 failed \|$/);
});
