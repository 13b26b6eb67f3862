import { distancesFrom, routesAsked } from "tests/run/changed.mjs";
import { choiceOf } from "tests/run/choice.mjs";
import { describe, expect, it } from "vitest";

const namesOf = ({ lanes }: Awaited<ReturnType<typeof choiceOf>>) => lanes.flat().map(({ name }) => name);

describe("the arguments of npm test", () => {
  it("without any, choose every step", async () => {
    const choice = await choiceOf([], ".");
    expect(namesOf(choice).toSorted()).toEqual([
      "browser",
      "build",
      "imports",
      "lint",
      "types",
      "unit",
      "unused",
    ]);
    expect([choice.times, choice.isDeep, choice.files, choice.seed]).toEqual([
      1,
      false,
      undefined,
      undefined,
    ]);
  });

  it("choose steps by name, a seed, and whether durations are kept", async () => {
    const choice = await choiceOf(["types", "--seed", "7", "lint", "--keep-durations"], ".");
    expect(namesOf(choice)).toEqual(["types", "lint"]);
    expect([choice.seed, choice.keepsDurations]).toEqual([7, true]);
  });

  it("choose deep runs, whole or by file", async () => {
    const whole = await choiceOf(["deep"], ".");
    expect([namesOf(whole), whole.isDeep, whole.files]).toEqual([
      ["build", "unit", "browser"],
      true,
      undefined,
    ]);
    const plans = await choiceOf(["deep", "tests/deep/plans.test.ts"], ".");
    expect([namesOf(plans), plans.isDeep, plans.files]).toEqual([
      ["build", "unit"],
      true,
      ["tests/deep/plans.test.ts"],
    ]);
    expect(namesOf(await choiceOf(["deep", "tests/e2e/crawl.spec.ts"], "."))).toEqual(["build", "browser"]);
  });

  it("choose the runners for the files of a repeated run", async () => {
    const unit = await choiceOf(["flaky", "3", "tests/ui"], ".");
    expect([namesOf(unit), unit.times, unit.files]).toEqual([["build", "unit"], 3, ["tests/ui"]]);
    expect(namesOf(await choiceOf(["flaky", "2", "tests/e2e/ads.spec.ts"], "."))).toEqual([
      "build",
      "browser",
    ]);
    expect(namesOf(await choiceOf(["flaky", "2"], "."))).toEqual(["build", "unit", "browser"]);
  });

  it.each([
    [["nonsense"], "There is no step nonsense"],
    [["flaky"], "How many times?"],
    [["flaky", "1"], "How many times?"],
    [["--seed", "x"], "A seed is a whole number"],
  ])("%j are refused", (words, message) => expect(choiceOf(words, ".")).rejects.toThrow(message));
});

describe("the tests affected by a change", () => {
  it("are found through imports, the nearest first", () => {
    const importers = new Map([
      ["a.ts", new Set(["b.ts", "a.test.ts"])],
      ["b.ts", new Set(["c.ts"])],
      ["c.ts", new Set(["a.ts", "c.test.ts"])],
    ]);
    expect([...distancesFrom(["a.ts"], importers)]).toEqual([
      ["a.ts", 0],
      ["b.ts", 1],
      ["a.test.ts", 1],
      ["c.ts", 2],
      ["c.test.ts", 3],
    ]);
  });

  it("include route tests by the addresses that they request", () => {
    const routes = [
      { pattern: /^\/news$/, file: "app/routes/site/news.tsx" },
      { pattern: /^\/news\/[^/]+$/, file: "app/routes/site/article.tsx" },
      { pattern: /^\/videos$/, file: "app/routes/site/videos.tsx" },
    ];
    const text = "await app.request('/news?page=2'); await app.request(`/news/${" + "id}`);";
    expect([...routesAsked(text, routes)]).toEqual([
      "app/routes/site/news.tsx",
      "app/routes/site/article.tsx",
    ]);
  });
});
