import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { api, html, post, setUpStaffApp, staffCookies } from "tests/support/staff-app";
import { beforeEach, describe, expect, it } from "vitest";
import { ONLY_DRAFTS, READERS_SEE_IT } from "~/admin-kit/publication-guard.server";
import { applyPaste, pageOf } from "../../support/pasting";
import { deleteToBin, restoreFromBin } from "./bin/binning";

setUpStaffApp();

const FORM = { ticker: "OTHR", name: "Another", category: "Tenet", status: "published" };
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);

/** The session begins before: a narrowing counts from the next request. */
const narrow = async (verbs: string) => {
  await staffCookies("admin");
  const permissions = verbs.split(" ").flatMap((verb) => [`stock-picks.${verb}`, `daily-briefs.${verb}`]);
  // The bin opens for people who delete news.
  permissions.push("news.delete");
  await database.rows("update staff set narrowed_to = ?::text[] where email = 'admin@demo.test'", [
    `{${verbs ? permissions : ""}}`,
  ]);
};

let draft: string;
let seen: string;

beforeEach(async () => {
  await narrow("");
  await database.empty("stock_picks", "daily_briefs", "binned_records", "changes");
  draft = await insertRecord(database, "stock_picks", { ticker: "DRFT", status: "draft" });
  seen = await insertRecord(database, "stock_picks", { ticker: "SEEN", status: "published" });
});

const versioned = (change: string, id: string) =>
  post(`/admin/stock-picks/selection?id=${id}&change=${change}`, { versions: `${id}:1` });
const edit = (id: string, more: Record<string, string>) =>
  post(`/admin/stock-picks/${id}/edit`, { ...FORM, version: "1", ...more });
const sent = async (method: string, path: string, body?: object) => {
  const { status, body: answer } = await api(method, path, body);
  return new Response(answer.message, { status });
};

type Door = [door: string, open: () => Promise<Response>, reason: string];

/** Every way in which a record becomes visible, or a visible one changes. */
const DOORS: Door[] = [
  ["the form of a new record", () => post("/admin/stock-picks/new", FORM), ONLY_DRAFTS],
  ["the form of a draft", () => edit(draft, {}), ONLY_DRAFTS],
  ["the form, for later", () => edit(draft, { publishAt: TOMORROW }), ONLY_DRAFTS],
  ["the form of a visible record", () => edit(seen, {}), READERS_SEE_IT],
  ["the form that hides a visible record", () => edit(seen, { status: "draft" }), READERS_SEE_IT],
  [
    "the list’s button",
    () => post(`/admin/stock-picks/${draft}/publication`, { status: "published", version: "1" }),
    ONLY_DRAFTS,
  ],
  [
    "the list’s button that hides it",
    () => post(`/admin/stock-picks/${seen}/publication`, { status: "draft", version: "1" }),
    READERS_SEE_IT,
  ],
  ["a selection that publishes", () => versioned("publish", draft), ONLY_DRAFTS],
  ["a selection that hides", () => versioned("unpublish", seen), READERS_SEE_IT],
  ["a selection that sets a choice", () => versioned("choose&value=Moonshots", seen), READERS_SEE_IT],
  ["a selection that deletes", () => versioned("delete", seen), READERS_SEE_IT],
  [
    "a row",
    () => post(`/admin/stock-picks?save=${seen}`, { currentPrice: "7", version: "1" }),
    READERS_SEE_IT,
  ],
  ["a deletion", () => post(`/admin/stock-picks?delete=${seen}`, {}), READERS_SEE_IT],
  [
    "a paste that adds",
    () => applyPaste("/admin/stock-picks/paste", "Ticker\tName\tCategory\nOTHR\tAnother\tTenet"),
    ONLY_DRAFTS,
  ],
  [
    "a paste that changes",
    () => applyPaste("/admin/stock-picks/paste", "Ticker\tName\tCategory\nSEEN\tAnother\tTenet"),
    READERS_SEE_IT,
  ],
  ["POST", () => sent("POST", "/api/stock-picks", FORM), ONLY_DRAFTS],
  ["PUT", () => sent("PUT", `/api/stock-picks/${draft}`, { status: "published" }), ONLY_DRAFTS],
  ["PUT of a visible record", () => sent("PUT", `/api/stock-picks/${seen}`, { name: "X" }), READERS_SEE_IT],
  ["DELETE", () => sent("DELETE", `/api/stock-picks/${seen}`), READERS_SEE_IT],
  [
    "a bulk push",
    () =>
      sent("PUT", "/api/stock-picks/bulk", { rows: [{ ticker: "PSHD", category: "Tenet", name: "Pushed" }] }),
    ONLY_DRAFTS,
  ],
];

const state = () => database.rows("select * from stock_picks order by ticker");

describe("a person who writes and never publishes", () => {
  it.each(DOORS)("is refused at %s", async (_, open, reason) => {
    await narrow("read write delete");
    const before = await state();
    const answer = await open();
    expect([answer.status, await pageOf(answer)]).toEqual([403, expect.stringContaining(reason)]);
    expect(await state()).toEqual(before);
    expect(await database.rows("select 1 from binned_records")).toEqual([]);
    await narrow("");
    expect((await open()).status).toBeLessThan(400);
  });

  it("pushes its drafts with ?partial=1 and is told which rows readers would see", async () => {
    await narrow("read write");
    const rows = ["DRFT", "SEEN", "PSHD"].map((ticker) => ({ ticker, category: "Tenet", name: "Pushed" }));
    const { status, body } = await api("PUT", "/api/stock-picks/bulk?partial=1", { rows });
    expect(status).toBe(207);
    expect(body.rows).toEqual([
      expect.objectContaining({ status: "updated", id: draft }),
      expect.objectContaining({ status: "refused", id: seen, errors: { "": READERS_SEE_IT } }),
      expect.objectContaining({ status: "refused", id: null, errors: { "": ONLY_DRAFTS } }),
    ]);
    expect(await database.rows("select ticker from stock_picks where name = 'Pushed'")).toEqual([
      { ticker: "DRFT" },
    ]);
  });

  it("restores from the bin as a draft what readers would see at once", async () => {
    const { id } = await deleteToBin("stock-picks", seen);
    expect(await html(`/admin/bin/${id}`)).not.toContain("restored as a draft");
    await narrow("read write delete");
    expect(await html(`/admin/bin/${id}`)).toContain("It is restored as a draft");
    expect((await restoreFromBin(id)).status).toBe(303);
    expect(await database.rows("select status from stock_picks where id = ?", [seen])).toEqual([
      { status: "draft" },
    ]);
  });

  it("restores no earlier values of a record that readers see", async () => {
    await edit(seen, { name: "Changed" });
    const [change] = await database.rows<{ id: string }>("select id from changes");
    await narrow("read write delete");
    const path = `/admin/stock-picks/${seen}/edit?restore=${change?.id}`;
    const answer = await post(path, { ...FORM, version: "2" });
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining(READERS_SEE_IT)]);
  });

  it("saves drafts, whose form offers nothing else", async () => {
    await narrow("read write");
    const form = await html("/admin/stock-picks/new");
    expect(form).toMatch(/name="status"[^>]*value="draft"/);
    expect(form).not.toMatch(/name="status"[^>]*value="published"/);
    expect(await html("/admin/stock-picks")).not.toContain("/publication");
    expect((await post("/admin/stock-picks/new", { ...FORM, status: "draft" })).status).toBe(303);
    expect((await edit(draft, { status: "draft" })).status).toBe(303);
    expect((await sent("PUT", `/api/stock-picks/${draft}`, { name: "New" })).status).toBe(200);
  });

  it("keeps what was typed when the right is lost before saving", async () => {
    expect(await html(`/admin/stock-picks/${draft}/edit`)).toMatch(/value="published"/);
    await narrow("read write");
    const page = await pageOf(await edit(draft, { name: "Typed for an hour" }));
    expect(page).toContain(ONLY_DRAFTS);
    expect(page).toContain("Typed for an hour");
  });

  it("changes no list of picks", async () => {
    await narrow("read write");
    const [list] = await database.rows<{ id: string }>("select id from pick_lists");
    const lists = await post(`/admin/pick-lists/${list?.id}/edit`, { thesis: "Another.", version: "1" });
    expect([lists.status, await lists.text()]).toEqual([403, expect.stringContaining(READERS_SEE_IT)]);
  });
});
