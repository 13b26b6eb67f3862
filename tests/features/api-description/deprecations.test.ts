import { beforeAll, describe, expect, it } from "vitest";
import { DEPRECATIONS, type Deprecations } from "~/features/api-description/changelog";
import { openApiDocument, PAGING } from "~/features/api-description/document.server";
import { GROUPS } from "~/features/api-description/groups.server";
import { apiReference } from "~/features/api-description/reference.server";
import { readConfig, setConfig } from "~/platform/config.server";

beforeAll(() => {
  const read = readConfig({ NODE_ENV: "test", DATABASE_URL: "postgres://127.0.0.1/unused" });
  if ("config" in read) setConfig(read.config);
});

const END = { since: "2026-12-01", ends: "2027-06-30" };
const MADE_UP: Deprecations = {
  listNewsItems: [
    { ...END, instead: "`GET /api/articles`" },
    { ...END, parameter: "page", instead: "`after`" },
    { ...END, parameter: "author", instead: "`GET /api/articles`" },
  ],
};
const SENTENCE = "Deprecated since 2026-12-01, and gone from 2027-06-30 on. Use `GET /api/articles`.";

type Described = {
  deprecated?: boolean;
  description?: string;
  parameters: ({ name: string; deprecated?: boolean } | { $ref: string })[];
};
const listNews = (deprecations?: Deprecations) =>
  (openApiDocument(deprecations).paths as unknown as Record<string, { get: Described }>)["/api/news"]?.get;

describe("an operation that ends", () => {
  it("is marked in the description, and so are its parameters that end", () => {
    const { deprecated, description, parameters = [] } = listNews(MADE_UP) ?? {};
    expect([deprecated, description]).toEqual([true, expect.stringContaining(SENTENCE)]);
    const marked = parameters.flatMap((one) => ("name" in one && one.deprecated ? one.name : []));
    expect(marked).toEqual(["author", "page"]);
    expect(JSON.stringify(listNews())).not.toContain("deprecated");
  });

  it("is announced in the reference", () => {
    const about = (deprecations?: Deprecations) =>
      apiReference(deprecations)
        .groups.flatMap(({ operations }) => operations)
        .find(({ anchor }) => anchor === "listNewsItems")?.about ?? "";
    expect(about(MADE_UP)).toContain(SENTENCE);
    expect(about(MADE_UP)).toContain(
      "Deprecated since 2026-12-01: `page`, and gone from 2027-06-30 on. Use `after`.",
    );
    expect(about()).not.toContain("Deprecated");
  });
});

const DAY_MS = 86_400_000;

/** What is wrong with announcements. */
const faultsOf = (deprecations: Deprecations): string[] =>
  Object.entries(deprecations).flatMap(([name, all]) => {
    const operation = GROUPS.flatMap(({ operations }) => operations).find((one) => one.operationId === name);
    const known = [...Object.keys(operation?.query ?? {}), ...(operation?.paged ? Object.keys(PAGING) : [])];
    return all.flatMap(({ parameter, since, ends }) => [
      ...(operation ? [] : [`${name} is no operation`]),
      ...(parameter === undefined || known.includes(parameter) ? [] : [`${name} has no ${parameter}`]),
      ...(Date.parse(ends) - Date.parse(since) >= 180 * DAY_MS ? [] : [`${name} ends within 180 days`]),
    ]);
  });

it("each announcement names what exists, and its end is at least 180 days away", () => {
  expect(faultsOf(DEPRECATIONS)).toEqual([]);
  expect(faultsOf(MADE_UP)).toEqual([]);
  expect(faultsOf({ listNews: [{ ...END, parameter: "pge", ends: "2027-05-29", instead: "" }] })).toEqual([
    "listNews is no operation",
    "listNews has no pge",
    "listNews ends within 180 days",
  ]);
});
