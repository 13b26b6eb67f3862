import { beforeEach, expect, it, vi } from "vitest";
import { listFile } from "~/admin-kit/csv.server";
import type { OpenList } from "~/admin-kit/list-rows.server";
import type { QueriedList } from "~/admin-kit/resource.server";

type Visit = { id: string; at: string };

const find = vi.fn<OpenList<Visit>["find"]>();
const onFailure = vi.fn<(error: unknown) => void>();

const visits: Pick<QueriedList<Visit>, "path" | "listing"> = {
  path: "visits",
  listing: {
    title: "Visits",
    plural: "visits",
    columns: [{ label: "At", cell: ({ at }) => ({ kind: "text", text: at }) }],
    search: { label: "Search" },
    open: () => ({ find, count: async () => ({ total: 0, capped: false }) }),
    empty: "No visits.",
  },
};

/** A part followed by another. */
const part = (first: number, length: number) => ({
  rows: Array.from({ length }, (_, nth) => ({ id: `id-${first + nth}`, at: "x".repeat(500) })),
  next: { value: "x", id: `id-${first + length - 1}` },
});

beforeEach(() => {
  vi.resetAllMocks();
});

it("a list file continues after the last row of each part until the end", async () => {
  find.mockResolvedValueOnce(part(0, 1_000)).mockResolvedValueOnce(part(1_000, 1_000));
  find.mockResolvedValueOnce({ rows: [{ id: "id-2000", at: "last" }] });
  const file = await (await listFile(visits, find, onFailure)).text();
  const lines = file.trimEnd().split("\r\n");
  expect([lines.length, lines[0], lines[2_001]]).toEqual([2_002, "ID,At", "id-2000,last"]);
  const cursors = find.mock.calls.map(([{ after }]) => after?.id);
  expect(cursors).toEqual([undefined, "id-999", "id-1999"]);
  expect(onFailure).not.toHaveBeenCalled();
});

it("a list file is an error if its first query fails", async () => {
  find.mockRejectedValue(new Error("away"));
  await expect(listFile(visits, find, onFailure)).rejects.toThrow("away");
});

it("a list file is cut off and reported if a later query fails", async () => {
  const broken = new Error("away");
  find.mockResolvedValueOnce(part(0, 1_000)).mockRejectedValueOnce(broken);
  const reply = await listFile(visits, find, onFailure);
  await expect(reply.text()).rejects.toThrow("away");
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(broken);
});

it("a list file reads only as fast as its reader, and stops with them", async () => {
  let made = 0;
  find.mockImplementation(async () => {
    made += 1;
    return part(1_000 * made, 1_000);
  });
  const reader = (await listFile(visits, find, onFailure)).body?.getReader();
  await reader?.read();
  // A part has half a megabyte; the stream's buffers hold far less.
  for (let iteration = 0; iteration < 200; iteration += 1)
    await new Promise((resolve) => setImmediate(resolve));
  expect(made).toBe(1);
  for (let piece = 0; piece < 40; piece += 1) await reader?.read();
  const before = made;
  expect(before).toBeGreaterThan(1);
  await reader?.cancel();
  for (let iteration = 0; iteration < 200; iteration += 1)
    await new Promise((resolve) => setImmediate(resolve));
  expect(made).toBe(before);
});
