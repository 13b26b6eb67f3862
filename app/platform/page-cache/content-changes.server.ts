import { noteChangeForReplica } from "db/orm.server";
import { perProcess } from "db/per-process";
import { ANY_TABLE, CONTENT_TABLES, observeTables } from "db/tables-read.server";

/**
 * Which content has changed, as far as this instance knows. Changes are numbered, and each table has the
 * number of its last change. A notification without a table, or with an untracked one, invalidates
 * everything.
 */
export class ContentChanges {
  /** Whether this instance receives other instances' notifications. Without them nothing may be cached. */
  receivesNotifications = false;
  private count = 0;
  private everythingAt = 0;
  private readonly changedAt = new Map<string, number>();

  /** The number of changes so far. */
  get version(): number {
    return this.count;
  }

  /** @param tables the changed tables; all when empty */
  note(tables: readonly string[] = []): void {
    this.count += 1;
    noteChangeForReplica(!this.receivesNotifications && tables.length > 0);
    if (tables.length === 0 || !tables.every(isContentTable)) this.everythingAt = this.count;
    else for (const table of tables) this.changedAt.set(table, this.count);
  }

  /** Starts to record the tables that something is rendered from. */
  beginReads(): ContentReads {
    return new ContentReads(this);
  }

  /** Whether a table has not changed since this version. */
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
 * The tables that a page or a part was rendered from, each with the version at its first read. During
 * rendering only the tables read so far count, because later reads are fresh.
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

  /** Runs for every cached page that is sent, so the result is remembered per version. */
  areCurrent(): boolean {
    const { version } = this.changes;
    if (this.currentAt === version) return true;
    if (!this.checkTables()) return false;
    this.currentAt = version;
    return true;
  }

  private checkTables(): boolean {
    if (!this.changes.isSameSince(this.begunAt)) return false;
    for (const [table, version] of this.firstReadAt) {
      if (!this.changes.isUnchangedSince(version, table)) return false;
    }
    return true;
  }
}

/** The changes known to this process. */
export const contentChanges = (): ContentChanges => perProcess("content changes", () => new ContentChanges());

/** The result of `read`, and the content tables it was read from. */
export async function readWithTables<Found>(
  read: () => Promise<Found>,
): Promise<{ found: Found; tables: readonly string[] }> {
  const reads = contentChanges().beginReads();
  const found = await observeTables(reads.add, read);
  return { found, tables: reads.tables };
}
