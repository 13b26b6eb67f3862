// `npm run bench`: pages per second of one process, next to a bare node:http server that sends the same bytes in the same
// run, and the processor time of a page in Node and in PostgreSQL (user + system). Requests accept `br` as browsers do, in
// some rows other codings. The server runs on core 0 and the load comes from core 1. Quote the ratios, not the figures.
//   search "home, member"   only rows whose name begins with one of these
//   --quick                 a few rows in shorter rounds: at most three minutes, for a check before a change is handed in
//   --against main          alternates the build of that commit with this one, on a copy of the same rows. Each row gets
//                           the quotient of processor time per page, this build's to the other's: the median of the three
//                           calmest rounds, their least and their most. The build stays in the system's temporary folder
//   --node 24               the same with this build on another line of Node, whose binary comes from the registry
//   --markdown              prints the table of docs/performance.md
//   --database many         an existing database, by its name on the server of DATABASE_URL, instead of a new one with few rows
// The kernel counts processor time in steps of ten milliseconds. Other jobs on the machine change it less than the rate.
// The last two rows are limits: Remix with a page of one heading, and React alone with as many elements as an article.
import { parseArgs } from "node:util";
import { LaunchError } from "../../app/server/launch/error.mjs";
import { measureBrowser } from "./browser.mjs";
import { measureGrowth } from "./growth.mjs";
import { ownCommit, programOfCommit, programOnNode } from "./other-program.mjs";
import { measureOverload } from "./overload.mjs";
import { stopAll } from "./processes.mjs";
import { measureRates } from "./rates.mjs";
import { withBothSites, withSite } from "./sites.mjs";

/** @param {string[]} words */
async function measureWork(words) {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      quick: { type: "boolean", default: false },
      against: { type: "string" },
      node: { type: "string" },
      markdown: { type: "boolean", default: false },
      database: { type: "string" },
    },
  });
  const { quick, against, node, markdown, database } = values;
  if ([against, node, database].filter((value) => value !== undefined).length > 1)
    throw new LaunchError("Only one of --against, --node and --database at a time.");
  const options = { only: positionals, quick, markdown, own: ownCommit(), words };
  const other = against ? await programOfCommit(against) : node ? await programOnNode(node) : undefined;
  if (!other) return withSite(database, (site) => measureRates(site, undefined, options));
  return withBothSites(other, (ours, theirs) =>
    measureRates(ours, theirs, { ...options, otherName: other.label }),
  );
}

try {
  const words = process.argv.slice(2);
  if (words.includes("--browser")) await measureBrowser(words);
  else if (words.includes("--growth")) await measureGrowth(words);
  else if (words.includes("--overload")) await measureOverload();
  else await measureWork(words);
} catch (error) {
  const isUsage = error instanceof TypeError && "code" in error && /^ERR_PARSE_ARGS/.test(String(error.code));
  if (isUsage) console.error(error.message);
  else if (error instanceof LaunchError)
    console.error([error.detail, error.message].filter(Boolean).join("\n"));
  else throw error;
  process.exitCode = 64;
} finally {
  stopAll();
}
