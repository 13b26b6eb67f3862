import { parseArgs } from "node:util";

export type Options = {
  /** The scenarios to run; all of them by default. */
  names: readonly string[];
  markdown: boolean;
  /** Duration of the mixed load. */
  minutes: number;
  /** Requests per second of the mixed load. */
  rate: number;
  /** The readers of the edition. */
  recipients: number;
  /** How long the mail server is down. */
  mailMinutes: number;
  /** The plays of the failover; all of them by default. */
  only: readonly string[];
};

/** The names that the words may give. */
export type Known = { scenarios: readonly string[]; plays: readonly string[] };

/**
 * The options after `npm run endurance --`.
 * @throws with a message for the user
 */
export function readOptions(words: readonly string[], known: Known): Options {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      markdown: { type: "boolean", default: false },
      minutes: { type: "string", default: "10" },
      rate: { type: "string", default: "50" },
      recipients: { type: "string", default: "100000" },
      "mail-minutes": { type: "string", default: "1" },
      only: { type: "string", multiple: true, default: [] },
    },
  });
  refuseUnknown("scenario", positionals, known.scenarios);
  refuseUnknown("play", values.only, known.plays);
  return {
    names: positionals,
    markdown: values.markdown,
    minutes: positive(values.minutes, "--minutes"),
    rate: positive(values.rate, "--rate"),
    recipients: positive(values.recipients, "--recipients"),
    mailMinutes: positive(values["mail-minutes"], "--mail-minutes"),
    only: values.only,
  };
}

function refuseUnknown(what: string, names: readonly string[], known: readonly string[]): void {
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`There is no ${what} ${unknown.join(", ")}; there are ${known.join(", ")}`);
}

function positive(value: string, option: string): number {
  const number = Number(value);
  if (Number.isFinite(number) && number > 0) return number;
  throw new Error(`${option} takes a number above 0`);
}
