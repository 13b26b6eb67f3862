import { createHash, type Hash } from "node:crypto";
import { z } from "zod";

/** Increased when older releases cannot read the new format. */
export const FORMAT = 1;

/** The first entry: product, format and date. */
export const ABOUT = "backup.json";

/** The last entry: the list of contents. If it is missing, the archive is truncated. */
export const MANIFEST = "manifest.json";

export const UPLOADS = "uploads";
export const JOBS = "jobs";
export const tablePart = (table: string): string => `tables/${table}`;

export const aboutSchema = z.object({
  product: z.literal("openbell"),
  format: z.int().positive(),
  createdAt: z.iso.datetime(),
  /** Applied migrations, in order. */
  migrations: z.array(z.string()),
});
export type About = z.infer<typeof aboutSchema>;

const partSchema = z.object({
  entries: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  /** A checksum over the name, size and bytes of each entry. */
  sha256: z.string(),
});

export const manifestSchema = z.object({
  parts: z.record(z.string(), partSchema),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int().nonnegative() })),
  /** Unfinished jobs. */
  jobs: z.int().nonnegative(),
  /** Picture files, and missing files that rows refer to. */
  pictures: z.object({ files: z.int().nonnegative(), missing: z.int().nonnegative() }),
  /** The last number of each sequence. */
  sequences: z.record(z.string(), z.string()),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** `tables/members/000001` belongs to the part `tables/members`, `uploads/…` to `uploads`. */
export function partName(entry: string): string {
  const [first = "", second] = entry.split("/");
  return first === "tables" && second ? tablePart(second) : first;
}

/** Computes the checksums of all parts, in the order of writing or reading. */
export class PartSums {
  private readonly parts = new Map<string, { entries: number; bytes: number; hash: Hash }>();

  /** @returns a function that takes the entry's bytes in chunks */
  begin(entry: string, size: number): (piece: Uint8Array) => void {
    const name = partName(entry);
    const part = this.parts.get(name) ?? { entries: 0, bytes: 0, hash: createHash("sha256") };
    this.parts.set(name, part);
    part.entries += 1;
    part.bytes += size;
    part.hash.update(`${entry}\0${size}\0`);
    return (piece) => void part.hash.update(piece);
  }

  /** Of all parts so far, without the manifest. */
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
