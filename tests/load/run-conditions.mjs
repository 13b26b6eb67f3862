import { cpus, totalmem } from "node:os";

/** The command, the date and the machine, as in docs/performance.md. @param {string[]} words of the command */
export function runConditions(words) {
  const day = new Date().toISOString().slice(0, 10);
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${gigabytes} GB`;
  const command = ["npm run bench", ...(words.length > 0 ? ["--"] : []), ...words.map(quoted)].join(" ");
  return `\`${command}\`, ${day}, Node ${process.versions.node}, ${machine}`;
}

const quoted = (/** @type {string} */ word) => (/[ ?&*']/.test(word) ? JSON.stringify(word) : word);
