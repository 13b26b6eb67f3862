import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { knex } from "@mikro-orm/postgresql";
import { waitForNotices } from "tests/support/cached-pages";
import { insertRecord } from "tests/support/record-factories";
import { recordStatements } from "tests/support/record-statements";
import { app, database } from "tests/support/running-app";
import { api, get, html, memberIdOf, setUpStaffApp } from "tests/support/staff-app";
import type { Person } from "tests/support/test-app";
import { afterEach, describe, expect, it } from "vitest";
import { PICTURE_COLUMNS, PICTURE_TEXTS } from "~/features/pictures/picture-places.queries.server";
import { createLink } from "~/features/previews/preview-links.server";

setUpStaffApp();
afterEach(async () => {
  await database.rows("update members set profile_image_id = null");
  await database.rows(
    "update staff set portrait_id = null, status = 'active' where email <> 'inactive-staff@demo.test'",
  );
  await database.rows("update site_settings set logo_id = null");
  await database.empty(
    "news",
    "daily_briefs",
    "trade_alerts",
    "ads",
    "banners",
    "library_pictures",
    "binned_records",
    "site_texts",
  );
});

const VIEWERS = [
  "visitor",
  "basic",
  "lapsed",
  "premium",
  "private",
  "editor",
  "admin",
  "superadmin",
] as const;
type Viewer = (typeof VIEWERS)[number];

const NOBODY: Viewer[] = [];
const ALL = [...VIEWERS];
const STAFF: Viewer[] = ["editor", "admin", "superadmin"];
const ADMINS: Viewer[] = ["admin", "superadmin"];

const YEAR = "max-age=31536000, immutable";
const PUBLIC = `public, ${YEAR}, s-maxage=0`;

const BYTES = "the bytes of a picture";

/** Adds a stored picture with its file. @returns its id */
async function storedPicture(): Promise<string> {
  const id = await insertRecord(database, "images", { widths: [320] });
  const folder = join(app.dataDir, "uploads", id);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "320.webp"), BYTES);
  return id;
}

const pathOf = (id: string) => `/uploads/${id}/320.webp`;

async function seenBy(id: string): Promise<Viewer[]> {
  const seen: Viewer[] = [];
  for (const viewer of VIEWERS) {
    const answer = await get(pathOf(id), viewer);
    const body = await answer.text();
    const isPublic = answer.headers.get("Cache-Control")?.startsWith("public") === true;
    // Other sites may embed only public pictures, and learn nothing about their visitors' access.
    expect([viewer, answer.headers.get("Cross-Origin-Resource-Policy")]).toEqual([
      viewer,
      isPublic ? "cross-origin" : "same-origin",
    ]);
    if (answer.status === 200) {
      expect(body).toBe(BYTES);
      seen.push(viewer);
    } else {
      const type = answer.headers.get("Content-Type");
      expect([viewer, answer.status, type]).toEqual([viewer, 404, "image/svg+xml"]);
      expect(answer.headers.get("Cache-Control")).toBe("no-store");
    }
  }
  return seen;
}

/** Who sees the picture, and its caching, which is the same for all who see it. */
async function readersAndCaching(id: string): Promise<{ seen: Viewer[]; caching: string | null }> {
  const seen = await seenBy(id);
  const cacheControls = await Promise.all(
    seen.map(async (viewer) => (await get(pathOf(id), viewer)).headers.get("Cache-Control")),
  );
  expect(new Set(cacheControls).size).toBeLessThanOrEqual(1);
  return { seen, caching: cacheControls[0] ?? null };
}

const LATER = "2150-01-01T00:00:00Z";
const PASSED = "2020-01-01T00:00:00Z";
const showing = (id: string) => `Before.\n\n![Ships](${pathOf(id)})\n\nBehind.`;

type State = { state: string; values: Record<string, unknown>; seen: Viewer[]; caching: string };
type Kind = {
  name: string;
  table: string;
  /** The record's values, with this picture. */
  of: (picture: string) => Record<string, unknown>;
  states: State[];
};

const open = { seen: ALL, caching: PUBLIC };
const closedTo = (seen: Viewer[]) => ({ seen, caching: "private, no-store" });
const articleStates = (staff: Viewer[]): State[] => [
  { state: "published", values: {}, ...open },
  { state: "a draft", values: { status: "draft" }, ...closedTo(staff) },
  { state: "scheduled", values: { publish_at: LATER }, ...closedTo(staff) },
  {
    state: "a draft whose minute has passed",
    values: { status: "draft", publish_at: PASSED },
    ...closedTo(staff),
  },
];
const MEMBERS: Viewer[] = ["premium", "private", ...STAFF];
const lockedStates = (hidden: { state: string; values: Record<string, unknown> }[]): State[] => [
  { state: "published for members", values: {}, ...closedTo(MEMBERS) },
  {
    state: "published for Private members",
    values: { audience: "private" },
    ...closedTo(["private", ...STAFF]),
  },
  ...hidden.map((each) => ({ ...each, ...closedTo(STAFF) })),
];

/** Adds a picture to the library, whose pictures appear in texts. */
async function copyLibraryPicture(): Promise<string> {
  const id = await storedPicture();
  await insertRecord(database, "library_pictures", { image_id: id });
  return id;
}

const DRAFT = { state: "a draft", values: { status: "draft" } };
const SCHEDULED = { state: "scheduled", values: { publish_at: LATER } };

const OWN: Kind[] = [
  { name: "an article", table: "news", of: (image_id) => ({ image_id }), states: articleStates(STAFF) },
  {
    name: "an ad",
    table: "ads",
    of: (image_id) => ({ image_id }),
    states: [
      { state: "published", values: { status: "published" }, ...open },
      { state: "to end later", values: { status: "published", unpublish_at: LATER }, ...open },
      { state: "a draft", values: { status: "draft" }, ...closedTo(ADMINS) },
      { state: "ended", values: { status: "published", unpublish_at: PASSED }, ...closedTo(ADMINS) },
    ],
  },
  {
    name: "a banner",
    table: "banners",
    of: (image_id) => ({ image_id }),
    states: [
      { state: "there", values: {}, ...open },
      { state: "ended", values: { unpublish_at: PASSED }, ...closedTo(["superadmin"]) },
    ],
  },
  {
    name: "the library",
    table: "library_pictures",
    of: (image_id) => ({ image_id }),
    states: [{ state: "in no text", values: {}, ...closedTo(STAFF) }],
  },
];

const IN_TEXTS: Kind[] = [
  {
    name: "an article",
    table: "news",
    of: (id) => ({ content: showing(id) }),
    states: articleStates(STAFF),
  },
  {
    name: "a daily brief",
    table: "daily_briefs",
    of: (id) => ({ analysis: showing(id) }),
    states: [
      ...lockedStates([DRAFT, SCHEDULED]),
      { state: "the sample", values: { is_sample: true }, ...open },
      { state: "a sample that is a draft", values: { is_sample: true, status: "draft" }, ...closedTo(STAFF) },
    ],
  },
  {
    name: "a trade alert",
    table: "trade_alerts",
    of: (id) => ({ analysis: showing(id) }),
    states: lockedStates([SCHEDULED]),
  },
];

const casesOf = (kinds: Kind[]) =>
  kinds.flatMap(({ states, ...kind }) => states.map((state) => ({ ...kind, ...state })));

describe("a record's own picture", () => {
  it.each(casesOf(OWN))("in $name, $state, is visible only to its readers", async ({
    table,
    of,
    values,
    seen,
    caching,
  }) => {
    const picture = await storedPicture();
    await insertRecord(database, table, { ...of(picture), ...values });
    expect(await readersAndCaching(picture)).toEqual({ seen, caching });
  });
});

describe("a library picture in a text", () => {
  it.each(casesOf(IN_TEXTS))("in $name, $state, is visible only to the text's readers", async ({
    table,
    of,
    values,
    seen,
    caching,
  }) => {
    const picture = await copyLibraryPicture();
    await insertRecord(database, table, { ...of(picture), ...values });
    expect(await readersAndCaching(picture)).toEqual({ seen, caching });
  });

  it("is public if one of several texts is", async () => {
    const picture = await copyLibraryPicture();
    for (const status of ["draft", "published"])
      await insertRecord(database, "news", { content: showing(picture), status });
    await insertRecord(database, "daily_briefs", { analysis: showing(picture), audience: "private" });
    expect(await readersAndCaching(picture)).toEqual({ seen: ALL, caching: PUBLIC });
  });

  it("in an outdated sample is for its readers only: the plans page shows the newest", async () => {
    const picture = await copyLibraryPicture();
    await insertRecord(database, "daily_briefs", {
      ...{ analysis: showing(picture), is_sample: true, created_at: PASSED },
    });
    await insertRecord(database, "daily_briefs", { is_sample: true });
    expect((await readersAndCaching(picture)).seen).toEqual(MEMBERS);
  });

  it("in a site page is public while the page's version is the newest", async () => {
    const picture = await copyLibraryPicture();
    const version = (number: number, body: string) =>
      database.insert("site_texts", { page: "about", number, body, staff_name: "Grace" });
    await version(1, showing(picture));
    expect(await readersAndCaching(picture)).toEqual({ seen: ALL, caching: PUBLIC });
    await version(2, "Words alone.");
    expect((await readersAndCaching(picture)).seen).toEqual(STAFF);
  });
});

describe("a person's picture", () => {
  it("has an address that works for members' pictures, but not in shared caches", async () => {
    const picture = await storedPicture();
    await database.rows("update members set profile_image_id = ? where email = 'basic@demo.test'", [picture]);
    expect(await readersAndCaching(picture)).toEqual({ seen: ALL, caching: `private, ${YEAR}` });
  });

  it("needs the members permission if the account is deactivated", async () => {
    const picture = await storedPicture();
    await database.rows("update members set profile_image_id = ? where email = 'inactive@demo.test'", [
      picture,
    ]);
    expect(await readersAndCaching(picture)).toEqual(closedTo(ADMINS));
  });

  it("is public if the person is current staff", async () => {
    const picture = await storedPicture();
    await database.rows("update staff set portrait_id = ? where email = 'editor@demo.test'", [picture]);
    expect(await readersAndCaching(picture)).toEqual({ seen: ALL, caching: PUBLIC });
    await database.rows("update staff set portrait_id = null");
    await database.rows("update staff set portrait_id = ? where email = 'inactive-staff@demo.test'", [
      picture,
    ]);
    expect(await readersAndCaching(picture)).toEqual(closedTo(["superadmin"]));
  });
});

describe("other pictures", () => {
  it("the site's logo is public", async () => {
    const picture = await storedPicture();
    await database.rows(
      `insert into site_settings (section, chosen, logo_id) values ('site', '{}', ?)
       on conflict (section) do update set logo_id = excluded.logo_id`,
      [picture],
    );
    expect(await readersAndCaching(picture)).toEqual({ seen: ALL, caching: PUBLIC });
  });

  it("an unreferenced one is available to nobody", async () => {
    expect(await seenBy(await storedPicture())).toEqual(NOBODY);
  });
});

describe("an article's picture", () => {
  const statusOf = async (picture: string) => (await app.request(pathOf(picture))).status;
  const article = async (values: Record<string, unknown> = {}) => {
    const picture = await storedPicture();
    return { picture, id: await insertRecord(database, "news", { image_id: picture, ...values }) };
  };

  it("follows publication, and is available to nobody while in the bin", async () => {
    const { picture, id } = await article({ status: "draft" });
    expect(await statusOf(picture)).toBe(404);
    expect((await api("PUT", `/api/news/${id}`, { status: "published" })).status).toBe(200);
    for (let time = 0; time < 2; time += 1) expect(await statusOf(picture)).toBe(200);
    expect((await api("PUT", `/api/news/${id}`, { status: "draft" })).status).toBe(200);
    expect(await readersAndCaching(picture)).toEqual(closedTo(STAFF));
    expect((await api("PUT", `/api/news/${id}`, { status: "published" })).status).toBe(200);
    expect(await statusOf(picture)).toBe(200);
    expect((await api("DELETE", `/api/news/${id}`)).status).toBe(200);
    expect(await seenBy(picture)).toEqual(NOBODY);
    const [binned] = await database.rows<{ id: string }>("select id from binned_records");
    expect(
      (
        await app.request(`/admin/bin?delete=${binned?.id}`, {
          method: "POST",
          cookies: await app.cookiesOf("superadmin"),
        })
      ).status,
    ).toBe(303);
    expect(await seenBy(picture)).toEqual(NOBODY);
    expect(await database.rows("select 1 from images where id = ?", [picture])).toEqual([]);
  });

  it("is cached while published, and dropped when the database reports another client's change", async () => {
    const byHand = knex({ client: "pg", connection: app.databaseUrl });
    const allIsHeard = () => waitForNotices((text) => byHand.raw("select pg_notify('content', ?)", [text]));
    try {
      const { picture, id } = await article();
      await allIsHeard();
      expect(await statusOf(picture)).toBe(200);
      const statements = await recordStatements(async () => {
        for (let time = 0; time < 3; time += 1) expect(await statusOf(picture)).toBe(200);
      });
      expect(statements.filter((sql) => sql.includes("as showing"))).toEqual([]);
      await byHand.raw("update news set status = 'draft' where id = ?", [id]);
      await allIsHeard();
      expect(await statusOf(picture)).toBe(404);
    } finally {
      await byHand.destroy();
    }
  });

  it("appears at its publication time and an ad's disappears at its end, without a write", async () => {
    const soon = new Date(Date.now() + 2_000);
    const { picture } = await article({ publish_at: soon });
    const ending = await storedPicture();
    await insertRecord(database, "ads", { image_id: ending, unpublish_at: soon });
    expect([await statusOf(picture), await statusOf(ending)]).toEqual([404, 200]);
    await expect.poll(() => statusOf(picture), { timeout: 60_000 }).toBe(200);
    await expect.poll(() => statusOf(ending), { timeout: 60_000 }).toBe(404);
  });

  it("gets 304 only while it is published", async () => {
    const { picture, id } = await article();
    const etag = (await app.request(pathOf(picture))).headers.get("ETag") ?? "";
    const again = () => app.request(pathOf(picture), { headers: { "If-None-Match": etag } });
    const known = await again();
    expect([known.status, known.headers.get("Cache-Control"), await known.text()]).toEqual([304, PUBLIC, ""]);
    await database.rows("update news set status = 'draft' where id = ?", [id]);
    expect((await again()).status).toBe(404);
  });
});

describe("a signed-in reader", () => {
  it("may send a token instead of a cookie; an invalid one counts as no sign-in", async () => {
    const picture = await copyLibraryPicture();
    await insertRecord(database, "daily_briefs", { analysis: showing(picture) });
    const withToken = (token: string) =>
      app.request(pathOf(picture), { headers: { Authorization: `Bearer ${token}` } });
    for (const person of ["premium", "admin"] as Person[])
      expect((await withToken(await app.tokenOf(person))).status).toBe(200);
    for (const token of [await app.tokenOf("basic"), "x".repeat(43), ""])
      expect((await withToken(token)).status).toBe(404);
  });

  it("may be both member and staff: either access is enough", async () => {
    const picture = await copyLibraryPicture();
    const both = `${await app.cookiesOf("basic")}; ${await app.cookiesOf("editor")}`;
    expect((await app.request(pathOf(picture), { cookies: both })).status).toBe(200);
  });
});

describe("a preview", () => {
  const srcIn = (page: string) =>
    /<img[^>]* src="(\/uploads\/[^"]*)"/.exec(page.split("<main")[1] ?? "")?.[1] ?? "";
  const linkTo = (section: string, id: string, as: "visitor" | "premium" | "private", age = 0) => {
    const now = new Date(Date.now() - age);
    return `/preview/${section}/${id}?link=${createLink({ section, id }, as, { days: 1, now }).link}`;
  };

  it("shows the picture to signed-in staff", async () => {
    const picture = await storedPicture();
    const id = await insertRecord(database, "news", { image_id: picture, status: "draft" });
    const src = srcIn(await html(`/preview/news/${id}?as=visitor`, "editor"));
    expect(src).toBe(pathOf(picture));
    expect((await get(src, "editor")).status).toBe(200);
    expect((await get(src, "visitor")).status).toBe(404);
  });

  it("shows only its record's pictures by a link, while the link is valid", async () => {
    const picture = await storedPicture();
    const inText = await copyLibraryPicture();
    const id = await insertRecord(database, "news", {
      ...{ image_id: picture, content: showing(inText), status: "draft" },
    });
    const page = await html(linkTo("news", id, "visitor"), "visitor");
    const sources = [...page.matchAll(/ src="(\/uploads\/[^"]*)"/g)].map(([, src]) => src ?? "");
    expect(sources).toHaveLength(2);
    for (const src of sources) {
      const answer = await app.request(src);
      expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
    }
    expect(page).toMatch(new RegExp(`srcSet="${pathOf(picture)}\\?preview=[^" ]* 320w"`, "i"));
    const [question = ""] = /\?.*/.exec(sources[0] ?? "") ?? [];
    const other = await storedPicture();
    await insertRecord(database, "news", { image_id: other, status: "draft" });
    expect((await app.request(`${pathOf(other)}${question}`)).status).toBe(404);
    const over = linkTo("news", id, "visitor", 86_400_001).split("link=")[1];
    for (const bad of [
      `?preview=news/${id}&link=${over}`,
      `?preview=news/${id}`,
      "?preview=news/x&link=x",
      "?preview=x&link=x",
    ])
      expect((await app.request(`${pathOf(picture)}${bad}`)).status).toBe(404);
    await api("DELETE", `/api/news/${id}`);
    expect((await app.request(sources[0] ?? "")).status).toBe(404);
  });

  it.each([
    ["daily-brief", "daily_briefs", { status: "draft" }],
    ["trade-alert", "trade_alerts", { publish_at: LATER }],
  ])("by a link of a %s shows its pictures only to readers of the link", async (section, table, values) => {
    const picture = await copyLibraryPicture();
    const id = await insertRecord(database, table, {
      analysis: showing(picture),
      audience: "private",
      ...values,
    });
    const src = srcIn(await html(linkTo(section, id, "private"), "visitor"));
    expect((await app.request(src)).status).toBe(200);
    const { link } = createLink({ section, id }, "premium", { days: 1, now: new Date() });
    expect((await app.request(`${pathOf(picture)}?preview=${section}/${id}&link=${link}`)).status).toBe(404);
    expect(await html(linkTo(section, id, "visitor"), "visitor")).not.toContain(picture);
  });
});

it("every column and text with pictures has an access rule", async () => {
  const columns = await database.rows<{ name: string }>(
    `select c.conrelid::regclass || '.' || a.attname as name from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid = 'images'::regclass`,
  );
  expect(columns.map(({ name }) => name).sort()).toEqual(Object.keys(PICTURE_COLUMNS).sort());
  const texts = await database.rows<{ name: string }>(
    `select substring(indexname from '^(.*)_pictures_index$') as name from pg_indexes where indexdef like '%pictures_in(%'`,
  );
  const named = Object.keys(PICTURE_TEXTS).map((column) => column.replace(".", "_"));
  expect(texts.map(({ name }) => name).sort()).toEqual(named.sort());
});

it("an article's picture is in its social image only while published", async () => {
  const id = await insertRecord(database, "news", { image_id: null });
  const share = () => app.request(`/og/news/${id}.png`);
  const published = await share();
  expect([published.status, published.headers.get("Cache-Control")]).toEqual([
    200,
    "public, max-age=86400, s-maxage=0",
  ]);
  await database.rows("update news set status = 'draft' where id = ?", [id]);
  const hidden = await share();
  expect([hidden.status, hidden.headers.get("Cache-Control")]).toEqual([404, "no-store"]);
});

it("a photo's address reveals nothing about its member", async () => {
  const picture = await storedPicture();
  await database.rows("update members set profile_image_id = ? where id = ?", [
    picture,
    await memberIdOf("basic"),
  ]);
  const answer = await app.request(pathOf(picture));
  expect([...answer.headers.keys()]).not.toContain("surrogate-key");
});
