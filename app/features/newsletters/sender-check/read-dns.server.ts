import { setTimeout } from "node:timers/promises";
import {
  type DmarcFacts,
  type DnsAnswer,
  dmarcNames,
  MOST_LOOKUPS,
  type SpfFacts,
  type SpfTerms,
  spfRecords,
  spfTerms,
} from "./sender-check.rules";

/** The queries to DNS, as `Resolver` of `node:dns/promises` has them. */
export type DnsResolver = {
  resolveTxt(name: string): Promise<string[][]>;
  resolveMx(name: string): Promise<{ exchange: string }[]>;
  cancel(): void;
};

/** The answer of a server that knows: there is no such record, or no such name. */
const NONE = ["ENODATA", "ENOTFOUND"];

const errorCode = (error: unknown): unknown =>
  typeof error === "object" && error !== null && "code" in error ? error.code : undefined;

/** Asks DNS for a limited time. Nothing throws: what has no answer is "unasked". */
export class DnsQuestions {
  private readonly over: Promise<"unasked">;
  private readonly timer = new AbortController();

  constructor(
    private readonly resolver: DnsResolver,
    limitMs: number,
  ) {
    this.over = setTimeout(limitMs, "unasked" as const, { signal: this.timer.signal }).catch(() => "unasked");
  }

  close(): void {
    this.timer.abort();
    this.resolver.cancel();
  }

  /** The texts of a name; a long one is stored in parts. */
  texts(name: string): Promise<DnsAnswer> {
    return this.ask(async () => (await this.resolver.resolveTxt(name)).map((parts) => parts.join("")));
  }

  mailHosts(name: string): Promise<DnsAnswer> {
    return this.ask(async () => (await this.resolver.resolveMx(name)).map(({ exchange }) => exchange));
  }

  /** SPF with everything that it includes. */
  async spf(domain: string): Promise<SpfFacts> {
    const texts = await this.texts(domain);
    if (texts === "unasked") return { texts, lookups: 0 };
    const [record, ...others] = spfRecords(texts);
    if (record === undefined || others.length > 0) return { texts, lookups: 0 };
    return { texts, ...(await this.follow(spfTerms(record))) };
  }

  /** The record of the domain, or of the nearest one above it. */
  async dmarc(domain: string): Promise<DmarcFacts> {
    const [own = domain, ...above] = dmarcNames(domain);
    for (const name of [own, ...above]) {
      const texts = await this.texts(name);
      if (texts === "unasked" || texts.some((text) => /^v=DMARC1/i.test(text))) return { texts, name };
    }
    return { texts: [], name: own };
  }

  private async ask(question: () => Promise<string[]>): Promise<DnsAnswer> {
    const answer = Promise.resolve()
      .then(question)
      .catch((error: unknown): DnsAnswer => (NONE.includes(String(errorCode(error))) ? [] : "unasked"));
    return Promise.race([answer, this.over]);
  }

  /** Adds up the look-ups of a record and of those that it leads to, as often as receivers make them. */
  private async follow(terms: SpfTerms, soFar = 0): Promise<Omit<SpfFacts, "texts">> {
    const { includes, redirect } = terms;
    let { all } = terms;
    let lookups = soFar + terms.lookups;
    for (const domain of [...includes, ...(redirect && !all ? [redirect] : [])]) {
      // A macro's value depends on the email. A circle ends here, too.
      if (lookups > MOST_LOOKUPS) break;
      if (domain.includes("%")) continue;
      const texts = await this.texts(domain);
      if (texts === "unasked") return { lookups, trouble: { domain, is: "unasked" } };
      const [record, ...others] = spfRecords(texts);
      if (record === undefined || others.length > 0)
        return { lookups, trouble: { domain, is: record === undefined ? "none" : "several" } };
      const found = await this.follow(spfTerms(record), lookups);
      if (found.trouble) return found;
      lookups = found.lookups;
      if (domain === redirect && !terms.all) all = found.all;
    }
    return { lookups, all };
  }
}
