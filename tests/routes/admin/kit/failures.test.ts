import {
  type FailureKind,
  withFailingWrites,
  withoutColumn,
  withoutTable,
  withUnavailableTable,
} from "tests/support/database-failures";
import { formValuesIn } from "tests/support/form-values";
import { insertRecord } from "tests/support/record-factories";
import { type RequestBody, requestInit } from "tests/support/request-bodies";
import { LISTS } from "tests/support/resources";
import { app, database, setUpApp } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { beforeAll, describe, expect, it } from "vitest";
import { MATRIX } from "../../security/matrix";
import { API, API_LISTS, METHODS, type Mutation, screenOf, tableOf, VERBS } from "./addresses";

type ScreenTexts = Partial<Record<"add" | "update" | "remove", string>> & { load: string; empty: string };

/** The messages of each screen of the back-office, as in section 8 of the specification. */
const SCREEN_TEXTS: Record<string, ScreenTexts> = {
  news: {
    load: "Failed to fetch news.",
    add: "Failed to add news.",
    update: "Failed to update news.",
    remove: "Failed to delete news.",
    empty: "No news found.",
  },
  "daily-brief": {
    load: "Failed to fetch daily briefs",
    add: "Failed to save daily brief",
    update: "Failed to save daily brief",
    remove: "Failed to delete daily brief",
    empty: "No daily briefs found",
  },
  "stock-picks": {
    load: "Failed to fetch stock picks",
    add: "Failed to save stock pick",
    update: "Failed to save stock pick",
    remove: "Failed to delete stock pick",
    empty: "No stock picks found.",
  },
  "pick-lists": {
    load: "Failed to fetch lists of picks",
    update: "Failed to save list of picks",
    empty: "No lists of picks found.",
  },
  "trade-alert": {
    load: "Failed to fetch trade alerts.",
    add: "Failed to add trade alert.",
    update: "Failed to update trade alert.",
    remove: "Failed to delete trade alert.",
    empty: "No trade alerts found.",
  },
  videos: {
    load: "Failed to fetch videos",
    add: "Failed to save video",
    update: "Failed to save video",
    remove: "Failed to delete video.",
    empty: "No videos found.",
  },
  market: {
    load: "Failed to fetch markets",
    add: "Failed to save market",
    update: "Failed to save market",
    remove: "Failed to delete market.",
    empty: "No markets found.",
  },
  // The specification does not quote the messages for a mover's changes.
  "market-movers": {
    load: "Failed to load market movers",
    add: "Failed to add market mover",
    update: "Failed to update market mover",
    remove: "Failed to delete market mover",
    empty: "No data found.",
  },
  instruments: {
    load: "Failed to fetch instruments",
    add: "Failed to save instrument",
    update: "Failed to save instrument",
    remove: "Failed to delete instrument",
    empty: "No instruments found.",
  },
  "price-sources": {
    load: "Failed to fetch price sources",
    add: "Failed to save price source",
    update: "Failed to save price source",
    remove: "Failed to delete price source",
    empty: "No price sources found.",
  },
  coupons: {
    load: "Failed to fetch coupons",
    add: "Failed to save coupon",
    update: "Failed to save coupon",
    remove: "Failed to delete coupon",
    empty: "No coupons found.",
  },
  packages: {
    load: "Failed to fetch packages",
    add: "Failed to save package",
    update: "Failed to save package",
    remove: "Failed to delete package",
    empty: "No packages found",
  },
  banner: {
    load: "Failed to fetch banners",
    add: "Failed to save banner",
    update: "Failed to save banner",
    remove: "Failed to delete banner",
    empty: "No data found.",
  },
  // "Only logged, no message": staff still get a message.
  ads: {
    load: "Failed to fetch ads",
    add: "Failed to save ad",
    update: "Failed to save ad",
    remove: "Failed to delete ad",
    empty: "No ads found.",
  },
  settings: {
    load: "Failed to fetch admins",
    add: "Failed to add admin",
    update: "Failed to update admin",
    remove: "Failed to delete admin",
    empty: "No admins found.",
  },
  "manage-users": {
    load: "Failed to fetch members",
    add: "Failed to register user",
    update: "Failed to update member",
    empty: "No data found.",
  },
  pictures: {
    load: "Failed to fetch the picture library",
    add: "Failed to save picture",
    update: "Failed to save picture",
    remove: "Failed to delete picture",
    empty: "The library is empty.",
  },
  bin: { load: "Failed to fetch the bin", remove: "Failed to delete the record", empty: "The bin is empty." },
  mails: { load: "Failed to fetch emails", empty: "No emails found." },
  calls: { load: "Failed to fetch calls", empty: "No calls found." },
  payments: { load: "Failed to fetch payments", empty: "No payments found." },
};

let cookies: string;
const ids = new Map<string, string>();

setUpApp();

beforeAll(async () => {
  cookies = await app.cookiesOf("superadmin");
  for (const path of Object.keys(SCREEN_TEXTS)) ids.set(path, await insertRecord(database, tableOf(path)));
});

/** A form's fields, once; some values differ each time. */
function formOf(body: RequestBody | undefined): Record<string, string | Blob> {
  if (body && "form" in body) return { ...body.form };
  return body && "multipart" in body ? { ...body.multipart } : {};
}

const asBody = (values: Record<string, string | Blob>, body: RequestBody | undefined): RequestBody =>
  body && "multipart" in body ? { multipart: values } : { form: values as Record<string, string> };

type FailureCase = { path: string; mutation: Mutation; how: FailureKind };

/** Sends a request for a record of this kind while it fails. */
const ask = (
  { path, mutation, how }: FailureCase,
  pattern: string,
  request: { method: string; body?: RequestBody },
) =>
  withFailingWrites(
    app,
    VERBS[mutation],
    tableOf(path),
    () =>
      app.request(pattern.replace(":id", ids.get(path) ?? ""), {
        method: request.method,
        cookies,
        ...requestInit(request.body),
      }),
    how,
  );

const cases = (mutation: Mutation) =>
  Object.entries(SCREEN_TEXTS).flatMap(([path, { [mutation]: words }]): [path: string, words: string][] =>
    words ? [[path, words]] : [],
  );

/** The two kinds of failure, and the answer to each. */
const FAILURES: [FailureKind, number][] = [
  ["broken", 500],
  ["away", 503],
];

function expectStatus(answer: Response, status: number): void {
  expect(answer.status).toBe(status);
  const patience = answer.headers.get("Retry-After");
  if (status === 503) expect(Number(patience)).toBeGreaterThan(0);
  else expect(patience).toBeNull();
}

describe("the messages", () => {
  it("exist for every declared resource", () => {
    expect(Object.keys(SCREEN_TEXTS).sort()).toEqual(LISTS.map(({ path }) => path).sort());
    // The number of pick lists varies, and nobody adds a payment.
    const changedAlone = ["pick-lists", "payments"];
    const written = LISTS.filter(
      ({ path, roles }) => roles.write.length > 0 && !changedAlone.includes(path),
    ).map(({ path }) => path);
    expect(
      cases("add")
        .map(([path]) => path)
        .sort(),
    ).toEqual(written.sort());
  });
});

describe.each(Object.entries(SCREEN_TEXTS))("the list of %s", (path, { load, empty }) => {
  it(`shows '${empty}' if empty`, spec("8 empty lists data found"), async () => {
    const page = await app.request(`/admin/${path}?q=nobody-has-this`, { cookies });
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toContain(`<strong>${empty}</strong>`);
    expect(html).not.toContain("Failed to");
  });

  it(
    `shows '${load}' if it fails, and so does the API`,
    spec(
      "8 news failed fetch news",
      "8 briefs failed fetch daily",
      "8 picks failed fetch stock",
      "8 alerts failed fetch trade",
      "8 videos failed fetch videos",
      "8 markets failed fetch markets",
      "8 movers failed load market",
      "8 packages failed fetch packages",
      "8 banners failed fetch banners",
      "8 admins failed fetch admins",
      "8 only logged ad failures",
    ),
    async () => {
      await withoutColumn(app, tableOf(path), path === "calls" ? "made_at" : "created_at", async () => {
        const page = await app.request(`/admin/${path}`, { cookies });
        expectStatus(page, 500);
        const html = await page.text();
        expect(html).toContain(`<strong>${load}</strong>`);
        expect(html).not.toContain(empty);
        const list = API_LISTS[path];
        if (!list) return;
        const reply = await app.request(`${list}?limit=7`, { cookies });
        expectStatus(reply, 500);
        expect(await reply.json()).toEqual({ message: load });
      });
    },
  );
});

// Without the staff table nobody could sign in.
const AWAY = Object.entries(SCREEN_TEXTS).filter(([path]) => path !== "settings");

describe("a list whose database fails while it loads", () => {
  it.each(AWAY)("returns a 503 page: %s", spec("8 was typed kept database"), async (path, { load }) => {
    await withUnavailableTable(app, tableOf(path), async () => {
      const page = await app.request(`/admin/${path}`, { cookies });
      expectStatus(page, 503);
      expect(await page.text()).not.toContain(load);
      const list = API_LISTS[path];
      if (!list) return;
      const reply = await app.request(`${list}?limit=8`, { cookies });
      expectStatus(reply, 503);
      expect(await reply.json()).toEqual({ message: load });
    });
  });
});

describe.each(["add", "update"] as const)("a form that fails to %s", (mutation) => {
  it.each(cases(mutation))(
    "shows the message and keeps the input: %s, '%s'",
    spec(
      "8 news failed fetch news",
      "8 briefs failed fetch daily",
      "8 picks failed fetch stock",
      "8 alerts failed fetch trade",
      "8 videos failed fetch videos",
      "8 markets failed fetch markets",
      "8 movers failed load market",
      "8 packages failed fetch packages",
      "8 banners failed fetch banners",
      "8 admins failed fetch admins",
      "8 failed register user",
      "8 was typed kept database",
    ),
    async (path, words) => {
      const pattern = screenOf(path, mutation);
      const { body } = MATRIX[pattern]?.POST ?? {};
      const values = formOf(body);
      const typed = Object.entries(values).filter(
        ([name, value]) => typeof value === "string" && name !== "password",
      );
      expect(typed.length).toBeGreaterThan(0);
      for (const [how, status] of FAILURES) {
        const answer = await ask({ path, mutation, how }, pattern, {
          method: "POST",
          body: asBody(values, body),
        });
        expectStatus(answer, status);
        const html = await answer.text();
        expect(html).toContain(words);
        expect(formValuesIn(html)).toMatchObject(Object.fromEntries(typed));
        expect(html).not.toMatch(/broken for a test|a password of theirs/);
      }
    },
  );
});

describe.each(["add", "update", "remove"] as const)("the API that fails to %s", (mutation) => {
  it.each(cases(mutation).filter(([path]) => API[path]))("answers for %s with '%s'", async (path, words) => {
    const method = METHODS[mutation];
    const pattern = mutation === "add" ? `${API[path]}` : `${API[path]}/:id`;
    const body = MATRIX[pattern]?.[method]?.body;
    for (const [how, status] of FAILURES) {
      const reply = await ask({ path, mutation, how }, pattern, { method, body });
      expectStatus(reply, status);
      expect(await reply.json()).toEqual({ message: words });
    }
  });
});

describe("the confirmation before a delete", () => {
  it.each([
    ["stock-picks", "Are you sure you want to delete this stock pick?"],
    ["trade-alert", "Are you sure you want to delete this trade alert?"],
    ["news", "Are you sure you want to delete this news item?"],
    ["market-movers", "Are you sure you want to delete this market mover?"],
  ])("of %s is '%s'", spec("8 you sure you want"), async (path, question) => {
    const page = await app.request(`/admin/${path}?delete=${ids.get(path)}`, { cookies });
    expect(await page.text()).toContain(question);
  });
});

describe("a delete that fails", () => {
  it.each(cases("remove"))(
    "of %s shows '%s' under its confirmation",
    spec(
      "8 news failed fetch news",
      "8 briefs failed fetch daily",
      "8 picks failed fetch stock",
      "8 alerts failed fetch trade",
      "8 videos failed fetch videos",
      "8 markets failed fetch markets",
      "8 movers failed load market",
      "8 packages failed fetch packages",
      "8 banners failed fetch banners",
      "8 admins failed fetch admins",
    ),
    async (path, words) => {
      for (const [how, status] of FAILURES) {
        const answer = await ask({ path, mutation: "remove", how }, screenOf(path, "remove"), {
          method: "POST",
        });
        expectStatus(answer, status);
        const html = await answer.text();
        expect(html).toContain(`<strong>${words}</strong>`);
        expect(html).toContain("Are you sure you want to delete this");
      }
    },
  );

  it("shows the message without the confirmation if the record cannot be read", async () => {
    const pattern = screenOf("news", "remove").replace(":id", ids.get("news") ?? "");
    const answer = await withoutTable(app, "news", () => app.request(pattern, { method: "POST", cookies }));
    expectStatus(answer, 500);
    const html = await answer.text();
    for (const words of ["Failed to delete news.", "Failed to fetch news."]) expect(html).toContain(words);
  });
});
