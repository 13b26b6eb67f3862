import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  countUnfiltered,
  openList,
  requestedListState,
  selectedProperties,
} from "~/admin-kit/list-rows.server";
import type { QueriedList, QueriedRows } from "~/admin-kit/resource.server";
import { NOBODY, rolesWith } from "~/auth/permissions.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { news } from "~/features/content/news/news.resource.server";

type Visit = { id: string; at: string };

const find = vi.fn<QueriedRows<Visit>["find"]>();
const count = vi.fn<QueriedRows<Visit>["count"]>();
const open = vi.fn<QueriedList<Visit>["listing"]["open"]>();

const visits: QueriedList<Visit> = {
  path: "visits",
  noun: "mails",
  roles: { read: rolesWith("mails.read"), write: NOBODY, remove: NOBODY },
  titleOf: ({ at }) => at,
  loadFailed: "Failed to fetch visits",
  listing: {
    title: "Visits",
    plural: "visits",
    columns: [{ label: "At", sort: "at", cell: ({ at }) => ({ kind: "time", iso: at }) }],
    search: { label: "Search" },
    filters: [{ name: "kind", label: "Kind", options: [{ value: "first", label: "First" }] }],
    open,
    empty: "No visits.",
  },
};

const ADMIN = { kind: "staff", role: "admin" } as StaffViewer;
const listState = (search: string) =>
  requestedListState(visits.listing, new Request(`https://openbell.test/admin/visits${search}`));

beforeEach(() => {
  open.mockReturnValue({ find, count });
});
afterEach(() => vi.resetAllMocks());

describe("the state of a list", () => {
  it("has only its own filters and orders", () => {
    expect(listState("?kind=first&sort=at&direction=asc")).toMatchObject({
      filters: { kind: "first" },
      sort: "at",
      direction: "asc",
    });
    expect(listState("?kind=second&other=first&sort=id")).toMatchObject({ filters: {}, sort: "createdAt" });
  });

  it("always includes the default order, even without such a column", () => {
    expect(listState("?sort=createdAt&direction=asc")).toMatchObject({ sort: "createdAt", direction: "asc" });
  });
});

describe("the rows of a list", () => {
  it("come from the list's query if it has one", async () => {
    const page = { rows: [{ id: "1", at: "2026-11-22" }] };
    find.mockResolvedValue(page);
    const state = listState("?q=words");
    const range = { limit: 5, offset: 10 };
    expect(await openList(visits, ADMIN, state).find(range)).toBe(page);
    expect(open).toHaveBeenCalledWith(state);
    expect(find).toHaveBeenCalledWith(range, expect.any(Function));
  });

  it("are counted once for all parts", async () => {
    count.mockResolvedValue({ total: 7, capped: true });
    find.mockImplementation(async (_, counted) => ({
      rows: [],
      next: { value: null, id: String((await counted?.())?.total) },
    }));
    const list = openList(visits, ADMIN, listState("?q=words"));
    expect(count).not.toHaveBeenCalled();
    for (let part = 0; part < 3; part += 1) await list.find({ limit: 5 });
    expect((await list.count()).total).toBe(7);
    expect(count).toHaveBeenCalledTimes(1);
  });

  it("are not counted for a partial read", async () => {
    find.mockResolvedValue({ rows: [] });
    await openList(visits, ADMIN, listState("?q=words")).findSome(4);
    expect(find.mock.calls).toEqual([[{ limit: 4, offset: 0 }]]);
  });

  it("are counted without filters by the same query", async () => {
    count.mockResolvedValue({ total: 7, capped: true });
    const state = listState("?q=words&kind=first&from=2026-11-01&to=2026-11-02&sort=at");
    expect(await countUnfiltered(visits, ADMIN, state)).toMatchObject({ total: 7, capped: true });
    const [unfiltered] = open.mock.calls[0] ?? [];
    expect(unfiltered).toEqual({ ...state, q: "", filters: {}, from: "", to: "" });
  });

  it("include only the columns that the table shows, without an article's text", () => {
    expect(selectedProperties(news, ADMIN).toSorted()).toEqual(
      [
        "author",
        "category",
        "createdAt",
        "id",
        "image",
        "publishAt",
        "status",
        "title",
        "updatedAt",
        "version",
      ].toSorted(),
    );
  });
});
