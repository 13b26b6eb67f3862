import { ANY_TABLE } from "db/tables-read.server";
import { beforeEach, describe, expect, it } from "vitest";
import { ContentChanges, type ContentReads } from "~/platform/page-cache/content-changes.server";

let changes: ContentChanges;
beforeEach(() => {
  changes = new ContentChanges();
});

function readsOf(...tables: string[]): ContentReads {
  const reads = changes.beginReads();
  reads.add(tables);
  return reads;
}

describe("a cached value", () => {
  it("is current until one of its tables changes", () => {
    const reads = readsOf("news", "ads");
    expect(reads.areCurrent()).toBe(true);
    changes.note(["quotes"]);
    expect(reads.areCurrent()).toBe(true);
    changes.note(["ads"]);
    expect([reads.areCurrent(), reads.areCurrent()]).toEqual([false, false]);
  });

  it.each([
    [[]],
    [["a table that nobody looks for"]],
    [["quotes", "members"]],
    [[""]],
  ])("is outdated after a notice of %j, which may concern every table", (tables) => {
    const reads = readsOf("news");
    const nothing = readsOf();
    changes.note(tables);
    expect([reads.areCurrent(), nothing.areCurrent()]).toEqual([false, false]);
  });

  it("is outdated after any change if its tables are unknown", () => {
    const reads = readsOf(ANY_TABLE);
    changes.note(["movers"]);
    expect(reads.areCurrent()).toBe(false);
  });

  it("watches a table from its first read, even if it changes during the others", () => {
    const reads = readsOf("news");
    changes.note(["quotes"]);
    reads.add(["quotes"]);
    expect(reads.areCurrent()).toBe(true);
    changes.note(["news"]);
    reads.add(["news"]);
    expect(reads.areCurrent()).toBe(false);
  });
});
