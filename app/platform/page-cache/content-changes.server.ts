import { noteChangeForReplica } from "db/orm.server";
import { perProcess } from "db/per-process";
import { ANY_TABLE, CONTENT_TABLES, observeTables } from "db/tables-read.server";

/**
 * Which content changed, as far as this instance knows. Changes are counted; each table knows the count of its last one.
 * A notice that names nothing, or a table that no statement is searched for, means that everything changed.
 */
export class ContentChanges {
  /** Whether this instance can hear of changes that others make. While it cannot, nothing may be kept. */
  areHeard = false;
  private count = 0;
  private everythingAt = 0;
  private readonly changedAt = new Map<string, number>();

  /** How many changes there were. */
  get version(): number {
    return this.count;
  }

  /** @param tables which changed; everything where that is not said */
  note(tables: readonly string[] = []): void {
    this.count += 1;
    noteChangeForReplica(!this.areHeard && tables.length > 0);
    if (tables.length === 0 || !tables.every(isContentTable)) this.everythingAt = this.count;
    else for (const table of tables) this.changedAt.set(table, this.count);
  }

  /** Begins to collect what something is made of. */
  beginReads(): ContentReads {
    return new ContentReads(this);
  }

  /** Whether a table is now what it was when so many changes were known. */
  isUnchangedSince(version: number, table: string): boolean {
    if (this.everythingAt > version) return false;
    return table === ANY_TABLE ? this.count <= version : (this.changedAt.get(table) ?? 0) <= version;
  }

  isSameSince(version: number): boolean {
    return this.everythingAt <= version;
  }
}

const isContentTable = (name: string): boolean => (CONTENT_TABLES as readonly string[]).includes(name);

/**
 * What a page or a part of it was made of: each table, with the number of changes that were known when it was first read.
 * While something is still being made, its tables are those that it has read so far: what it reads later comes fresh.
 */
export class ContentReads {
  private readonly firstReadAt = new Map<string, number>();
  private readonly begunAt: number;
  private currentAt: number;

  constructor(private readonly changes: ContentChanges) {
    this.begunAt = changes.version;
    this.currentAt = changes.version;
  }

  get tables(): string[] {
    return [...this.firstReadAt.keys()];
  }

  readonly add = (tables: readonly string[]): void => {
    for (const table of tables) {
      if (!this.firstReadAt.has(table)) this.firstReadAt.set(table, this.changes.version);
    }
  };

  /** Asked for every kept page that is sent, so it is judged once for each change. */
  areCurrent(): boolean {
    const { version } = this.changes;
    if (this.currentAt === version) return true;
    if (!this.judge()) return false;
    this.currentAt = version;
    return true;
  }

  private judge(): boolean {
    if (!this.changes.isSameSince(this.begunAt)) return false;
    for (const [table, version] of this.firstReadAt) {
      if (!this.changes.isUnchangedSince(version, table)) return false;
    }
    return true;
  }
}

/** The changes that this process knows of. */
export const contentChanges = (): ContentChanges => perProcess("content changes", () => new ContentChanges());

/** What `read` finds, and the tables of content that it was made of. */
export async function readWithTables<Found>(
  read: () => Promise<Found>,
): Promise<{ found: Found; tables: readonly string[] }> {
  const reads = contentChanges().beginReads();
  const found = await observeTables(reads.add, read);
  return { found, tables: reads.tables };
}
