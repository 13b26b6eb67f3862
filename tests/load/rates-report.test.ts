import { describe, expect, it } from "vitest";
import { asHeading, asMarkdown, asText, calmestRounds, processorQuotient } from "./rates-report.mjs";

const load = (perSecond: number, failed = 0) => ({ pages: perSecond * 2, perSecond, p99: 4, failed });
/** For 2,000 pages in two seconds; microseconds per page. */
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
  it("is the median of the rounds, with minimum and maximum", () => {
    const { median, least, most } = processorQuotient(rounds) ?? {};
    expect(median).toBeCloseTo(1);
    expect(least).toBeCloseTo(0.9);
    expect(most).toBeCloseTo(1.5);
  });

  it("excludes PostgreSQL if its time is unknown", () => {
    const apart = [{ ours: played(60, undefined), other: played(80, undefined), bare: load(4_000) }];
    expect(processorQuotient(apart)?.median).toBeCloseTo(0.75);
  });

  it("is undefined without another build or without times", () => {
    expect(processorQuotient([{ ours: played(60, 20), bare: load(4_000) }])).toBeUndefined();
    expect(processorQuotient([{ ours: load(10), other: load(10), bare: load(4_000) }])).toBeUndefined();
  });
});

it("the report lists user and system time of Node and PostgreSQL separately", () => {
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

it("the report has ratio columns only with another build", () => {
  expect(asHeading(alone)).not.toContain("CPU");
  expect(asHeading(beside)).toMatch(/\tCPU to 0123abcd\tleast to most$/);
  expect(asText(beside, row)).toMatch(/\t1\.00\t0\.90 to 1\.50$/);
});

it("the report has dashes for missing promises and unknown times", () => {
  const far = { name: "limit", kilobytes: 1, rounds: [{ ours: load(10), bare: load(20) }] };
  expect(asText(beside, far)).toMatch(/\t0\.50\t–\t4\.0\t1\.0\t–\t–\t–\t–$/);
});

it("the report names the build with failed replies", () => {
  const failing = [{ ours: played(60, 20, 3), other: played(60, 20, 5), bare: load(4_000) }];
  expect(asText(beside, { ...row, rounds: failing })).toMatch(/\t3 failed, 5 failed in 0123abcd$/);
});

/** A round in which the servers waited for their core for these shares of the time. */
const sharedRound = (ours: number, other: number, node = 80) => ({
  ours: { ...played(node, 20), waitedShare: ours },
  other: { ...played(80, 20), waitedShare: other },
  bare: load(4_000),
});

it("processor time counts the three rounds in which both servers waited least", () => {
  const calm = [sharedRound(0.02, 0.01, 70), sharedRound(0.01, 0.03, 80), sharedRound(0.03, 0.02, 90)];
  const disturbed = [sharedRound(0.9, 0.01, 800), sharedRound(0.01, 0.9, 8)];
  const mixed = [disturbed[0], calm[0], calm[1], disturbed[1], calm[2]].flatMap((each) => each ?? []);
  expect(new Set(calmestRounds(mixed))).toEqual(new Set(calm));
  expect(asText(beside, { ...row, rounds: mixed })).toMatch(
    /\t60\.0 \+ 20\.0\t20\.0 \+ 0\.0\t1\.00\t0\.90 to 1\.10$/,
  );
});

it("the report notes a shared core if the server waited even in those rounds", () => {
  const [calm, busy] = [sharedRound(0.01, 0.01), sharedRound(0.42, 0.4)];
  expect(asText(alone, { ...row, rounds: [busy, calm, busy, calm, calm] })).not.toContain("shared");
  expect(asText(alone, { ...row, rounds: [busy, calm, busy, busy] })).toMatch(/\tcore shared: 42 %$/);
});

it("the Markdown report has the command, the machine, both builds and a table", () => {
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

it("the Markdown report has a notes column only with notes", () => {
  const failing = { ...row, rounds: [{ ours: played(60, 20, 3), bare: load(4_000) }] };
  const [last] = asMarkdown(alone, [row, failing], []).split("\n").slice(-1);
  expect(last).toMatch(/ \| 3 failed \|$/);
});
