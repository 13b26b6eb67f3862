import { createHash, type Hash } from "node:crypto";
import { z } from "zod";

/** Raised when an older release could no longer read what is written. */
export const FORMAT = 1;

/** The first entry: what the archive is. */
export const ABOUT = "backup.json";

/** The last entry: what must be in the archive. Without it something was cut off. */
export const MANIFEST = "manifest.json";

export const UPLOADS = "uploads";
export const JOBS = "jobs";
export const tablePart = (table: string): string => `tables/${table}`;

export const aboutSchema = z.object({
  product: z.literal("openbell"),
  format: z.int().positive(),
  createdAt: z.iso.datetime(),
  /** Those applied, in the order in which they were. */
  migrations: z.array(z.string()),
});
export type About = z.infer<typeof aboutSchema>;

const partSchema = z.object({
  entries: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  /** Over the name, the size and the bytes of each entry. */
  sha256: z.string(),
});

export const manifestSchema = z.object({
  parts: z.record(z.string(), partSchema),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int().nonnegative() })),
  /** Jobs that were still to be done. */
  jobs: z.int().nonnegative(),
  /** Files of pictures, and those that a row names but that were not there. */
  pictures: z.object({ files: z.int().nonnegative(), missing: z.int().nonnegative() }),
  /** The last number that each sequence has given. */
  sequences: z.record(z.string(), z.string()),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** `tables/members/000001` is of the part `tables/members`, `uploads/…` of `uploads`. */
export function partOf(entry: string): string {
  const [first = "", second] = entry.split("/");
  return first === "tables" && second ? tablePart(second) : first;
}

/** Adds up what the entries of each part hold, in the order in which they are written or read. */
export class PartSums {
  private readonly parts = new Map<string, { entries: number; bytes: number; hash: Hash }>();

  /** @returns what takes the bytes of the entry, in pieces */
  begin(entry: string, size: number): (piece: Uint8Array) => void {
    const name = partOf(entry);
    const part = this.parts.get(name) ?? { entries: 0, bytes: 0, hash: createHash("sha256") };
    this.parts.set(name, part);
    part.entries += 1;
    part.bytes += size;
    part.hash.update(`${entry}\0${size}\0`);
    return (piece) => void part.hash.update(piece);
  }

  /** Of all parts so far, the manifest itself not among them. */
  sums(): Manifest["parts"] {
    return Object.fromEntries(
      [...this.parts]
        .filter(([name]) => name !== MANIFEST)
        .map(([name, { entries, bytes, hash }]) => [
          name,
          { entries, bytes, sha256: hash.copy().digest("hex") },
        ]),
    );
  }
}
