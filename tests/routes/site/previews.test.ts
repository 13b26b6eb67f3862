import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { get, html, setUpStaffApp } from "tests/support/staff-app";
import type { Person } from "tests/support/test-app";
import { afterEach, describe, expect, it } from "vitest";
import { createLink } from "~/features/previews/preview-links.server";

setUpStaffApp();
afterEach(() => database.empty("news", "daily_briefs", "videos", "trade_alerts"));

const SECRET = "Only for who pays";
const LATER = { publish_at: "2150-01-01T09:30:00Z" };

/** An unpublished record of each kind, its text for paying readers, and the staff who may edit it. */
const KINDS = [
  {
    ...({ section: "news", table: "news", open: true, editors: true, secret: SECRET } as const),
    values: { title: "Copper to come", content: SECRET, status: "draft" },
  },
  {
    ...({
      section: "daily-brief",
      table: "daily_briefs",
      open: false,
      editors: false,
      secret: SECRET,
    } as const),
    values: { company_name: "Copper Corp", analysis: SECRET, status: "draft" },
  },
  {
    ...({
      section: "trade-alert",
      table: "trade_alerts",
      open: false,
      editors: false,
      secret: SECRET,
    } as const),
    values: { name: "Copper Corp", analysis: SECRET, ...LATER },
  },
  {
    ...({ section: "videos", table: "videos", open: false, editors: true, secret: "dQw4w9WgXcQ" } as const),
    values: {
      ...{ title: "Copper on film", youtube_link: "https://youtu.be/dQw4w9WgXcQ", is_free: false },
      ...LATER,
    },
  },
] as const;
type Kind = (typeof KINDS)[number];

const added = ({ table, values }: Kind) => insertRecord(database, table, values);
const addressOf = ({ section }: Kind, id: string, question: string) =>
  `/preview/${section}/${id}?${question}`;

const madeLink = async ({ section }: Kind, id: string, question: string) => {
  const [, path] =
    /<a href="[^"]*(\/preview\/[^"]*link=[^"]*)"/.exec(
      await html(`/admin/${section}/${id}/preview?${question}`),
    ) ?? [];
  if (!path) throw new Error("No link was made");
  return path;
};

describe.each(KINDS)("a preview of $section", (kind) => {
  it(
    "is the page as each reader would get it, with a preview bar",
    spec("beyond preview record each reader"),
    async () => {
      const id = await added(kind);
      for (const as of ["visitor", "basic", "premium", "private"]) {
        const response = await get(addressOf(kind, id, `as=${as}`));
        const text = await response.text();
        expect(response.status).toBe(200);
        expect(response.headers.get("Cache-Control")).toBe("private, no-store");
        expect(text).toContain('<meta name="robots" content="noindex"/>');
        expect(text).toMatch(new RegExp(`Preview: what a <strong>${as}`, "i"));
        expect(text).not.toContain('data-views="/readings');
        const reads = kind.open || as === "premium" || as === "private";
        if (kind.section !== "videos") expect(text.includes(SECRET)).toBe(reads);
        else expect(text.includes(`${addressOf(kind, id, `as=${as}`)}&amp;play=1#player`)).toBe(reads);
      }
    },
  );

  it("is a 404 for all others, and its screen is closed to other staff", async () => {
    const id = await added(kind);
    const refused: Person[] = [
      "visitor",
      "basic",
      "premium",
      "private",
      ...(kind.editors ? [] : (["editor"] as const)),
    ];
    for (const person of refused) {
      const response = await get(addressOf(kind, id, "as=private"), person);
      expect(response.status).toBe(404);
      expect(await response.text()).not.toContain(kind.secret);
    }
    if (!kind.editors) expect((await get(`/admin/${kind.section}/${id}/preview`, "editor")).status).toBe(403);
    else expect((await get(addressOf(kind, id, "as=visitor"), "editor")).status).toBe(200);
  });

  it(
    "opens by a link for anyone who has it, as the chosen reader",
    spec("beyond preview record each reader"),
    async () => {
      const id = await added(kind);
      const link = await madeLink(kind, id, "reader=visitor&days=1");
      const text = await html(link, "visitor");
      expect(text).toContain("Preview: what a <strong>Visitor</strong> sees");
      expect(text).toContain("The link expires");
      expect(text).not.toContain("Back to the back-office");
      expect(text.includes(SECRET)).toBe(kind.open);
      // Further parameters of the address are ignored.
      expect((await html(`${link}&as=private`, "visitor")).includes(SECRET)).toBe(kind.open);
      const whole = await html(await madeLink(kind, id, "reader=private&days=14"), "basic");
      expect(whole).toContain("what a <strong>Private member</strong> sees");
      if (kind.section !== "videos") expect(whole).toContain(SECRET);
    },
  );

  it(
    "ends when the link expires, and opens no other record",
    spec("beyond preview record each reader"),
    async () => {
      const [id, other] = [await added(kind), await added(kind)];
      const record = { section: kind.section, id };
      const over = createLink(record, "private", { days: 1, now: new Date(Date.now() - 86_400_001) });
      const good = createLink(record, "private", { days: 1, now: new Date(Date.now() - 80_000_000) });
      expect((await get(addressOf(kind, id, `link=${good.link}`), "visitor")).status).toBe(200);
      const hostile = [
        over.link,
        "",
        "x",
        "%00",
        good.link.slice(0, -2),
        `${good.link}AA`,
        "A".repeat(3_000),
      ];
      for (const link of hostile) {
        const response = await get(addressOf(kind, id, `link=${link}`), "visitor");
        expect(response.status).toBe(404);
        expect(await response.text()).toContain("This preview does not exist or has expired");
      }
      expect((await get(addressOf(kind, other, `link=${good.link}`), "visitor")).status).toBe(404);
      const elsewhere = KINDS.find(({ section }) => section !== kind.section) ?? kind;
      expect((await get(addressOf(elsewhere, id, `link=${good.link}`), "visitor")).status).toBe(404);
    },
  );

  it("does not change the visitor's session elsewhere", async () => {
    const id = await added(kind);
    await get(addressOf(kind, id, "as=private"));
    expect((await get(`/${kind.section}/${id}`)).status).toBe(404);
  });

  it("is linked from the record's form", async () => {
    const id = await added(kind);
    expect(await html(`/admin/${kind.section}/${id}/edit`)).toContain(
      `href="/admin/${kind.section}/${id}/preview"`,
    );
    const screen = await html(`/admin/${kind.section}/${id}/preview`);
    for (const as of ["visitor", "basic", "premium", "private"])
      expect(screen).toContain(`href="/preview/${kind.section}/${id}?as=${as}"`);
    expect(screen).not.toContain("link=");
  });
});

it.each(["nobody", "", "visitor%00", "PREMIUM"])("as %j does not exist", async (as) => {
  const id = await added(KINDS[0]);
  expect((await get(`/preview/news/${id}?as=${as}`)).status).toBe(404);
});

it("a missing record has no preview", async () => {
  expect((await get("/preview/news/00000000-0000-4000-8000-000000000000?as=basic")).status).toBe(404);
  expect((await get("/preview/news/nonsense?as=basic")).status).toBe(404);
  expect((await get("/preview/quotes/00000000-0000-4000-8000-000000000000?as=basic")).status).toBe(404);
});

it("a link accepts the offered days and readers, with defaults", async () => {
  const id = await added(KINDS[1]);
  for (const question of ["reader=premium&days=7", "reader=premium&days=9999", "reader=premium&days=-1"]) {
    const text = await html(await madeLink(KINDS[1], id, question), "visitor");
    expect(text).toContain("Premium member");
    const [, until = ""] = /The link expires <time dateTime="([^"]*)"/i.exec(text) ?? [];
    expect((Date.parse(until) - Date.now()) / 86_400_000).toBeCloseTo(7, 1);
  }
});

describe("content next to a preview", () => {
  const LOCKED = "Zinc nobody knows";

  /** Other records for paying readers: newer and older than the previewed one, and of the same company. */
  async function others() {
    for (const created_at of ["2026-03-01T00:00:00Z", "2151-01-01T00:00:00Z"])
      await insertRecord(database, "trade_alerts", {
        name: LOCKED,
        ticker: "ZNC",
        analysis: LOCKED,
        created_at,
      });
    await insertRecord(database, "daily_briefs", {
      company_name: "Zinc Corp",
      ticker: "ZNC",
      analysis: LOCKED,
    });
  }

  it.each(["as=private", "link"])("is limited to what the viewer may read anyway: with %s", async (how) => {
    await others();
    const id = await insertRecord(database, "trade_alerts", {
      ...{ name: "Zinc Works", ticker: "ZNC", analysis: SECRET, ...LATER },
    });
    const kind = KINDS[2];
    const address =
      how === "link" ? await madeLink(kind, id, "reader=private&days=7") : addressOf(kind, id, how);
    const text = await html(address, how === "link" ? "visitor" : "admin");
    expect(text).toContain(SECRET);
    expect(text).not.toContain(LOCKED);
    // Paying readers see what they see elsewhere.
    if (how === "link") expect(await html(address, "private")).toContain(LOCKED);
  });

  it(
    "shows an editor who previews an article as Private nothing of alerts",
    spec("beyond preview record each reader"),
    async () => {
      await others();
      const id = await added(KINDS[0]);
      const text = await html(addressOf(KINDS[0], id, "as=private"), "editor");
      expect(text).toContain(SECRET);
      expect(text).not.toContain(LOCKED);
    },
  );
});
