import { execFileSync } from "node:child_process";
import { BASELINE, LAST_COMMIT_BEFORE } from "db/baseline/former-migrations";
import { MIGRATIONS } from "db/migrate.server";

const git = (...words: string[]): string => execFileSync("git", words, { encoding: "utf8" }).trim();

/**
 * The commit whose build still runs while this one migrates. On a branch it is the commit where the branch
 * left the landed main branch; on that branch itself, the last one before its newest migration.
 */
export function releaseBefore(): string {
  const landed = commonWithMain();
  if (landed && landed !== git("rev-parse", "HEAD")) return landed;
  const newest = MIGRATIONS.at(-1)?.name ?? BASELINE;
  if (newest === BASELINE) return LAST_COMMIT_BEFORE;
  const file = `db/migrations/${newest}.ts`;
  const words = ["--first-parent", "-m", "--diff-filter=A", "--max-count=1", "--format=%H^1"];
  // A migration that no commit has yet comes after HEAD.
  return git("log", ...words, "--", file) || "HEAD";
}

function commonWithMain(): string | undefined {
  try {
    return git("merge-base", "HEAD", "origin/HEAD");
  } catch {
    return undefined;
  }
}
