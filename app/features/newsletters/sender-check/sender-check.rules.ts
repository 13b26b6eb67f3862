import { isLoopback } from "~/platform/loopback";
import type { BadgeTone } from "~/ui/badge";
import { EDITIONS_PATH } from "../newsletters.rules";

export const SENDER_CHECK_PATH = `${EDITIONS_PATH}/check`;

/** Records of a name in DNS, none, or no answer in time. */
export type DnsAnswer = readonly string[] | "unasked";

/** `unasked`: DNS did not answer, which says nothing about the records. */
export type CheckStatus = "ok" | "warning" | "missing" | "unasked";

/** A record that the owner should add, or have instead of the present one. */
export type DnsRecord = { name: string; type: "TXT"; value: string };

export type Check = { title: string; status: CheckStatus; says: string; add?: DnsRecord };

export const CHECK_BADGES: Record<CheckStatus, { text: string; tone: BadgeTone }> = {
  ok: { text: "OK", tone: "good" },
  warning: { text: "Warning", tone: "warn" },
  missing: { text: "Missing", tone: "bad" },
  unasked: { text: "Could not be checked", tone: "plain" },
};

const UNASKED = "The name server did not answer. Reload this page to try again.";

/** The labels that one owner registers: two, or three below an ending such as co.uk. */
function registered(domain: string): string {
  const labels = domain.split(".");
  const isShortPair = /^[a-z]{2,3}\.[a-z]{2}$/.test(labels.slice(-2).join("."));
  return labels.slice(isShortPair ? -3 : -2).join(".");
}

/** Whether two domains belong to one owner, as far as their names tell. */
export const areAligned = (one: string, other: string): boolean => registered(one) === registered(other);

/** Where the sender is changed. @param newsletters as in `checkAddress` */
const whereToChange = (newsletters: readonly string[]): string =>
  newsletters.length === 0
    ? "Set MAIL_FROM to an address at the site’s domain."
    : `Set an address at the site’s domain in the settings of ${newsletters.map((title) => `\u201c${title}\u201d`).join(", ")}.`;

/**
 * Whether readers recognise the site in the sender's address.
 * @param newsletters titles of those that have this sender of their own; none for the site's sender
 */
export function checkAddress(domain: string, siteHost: string, newsletters: readonly string[]): Check {
  const title = "Address of the sender";
  return areAligned(domain, siteHost)
    ? { title, status: "ok", says: `Emails come from ${domain}, and links lead to ${siteHost}.` }
    : {
        title,
        status: "warning",
        says: `Emails come from ${domain}, but links lead to ${siteHost}: filters may treat this as phishing. ${whereToChange(newsletters)}`,
      };
}

export const checkMx = (domain: string, hosts: DnsAnswer): Check => {
  const title = "MX: where replies go";
  if (hosts === "unasked") return { title, status: "unasked", says: UNASKED };
  const real = hosts.filter((host) => host !== "" && host !== ".");
  return real.length > 0
    ? { title, status: "ok", says: `Replies go to ${real.join(", ")}.` }
    : {
        title,
        status: "warning",
        says: `${domain} does not accept email: replies are lost, and some receivers reject such senders. Ask your mail provider for its MX record.`,
      };
};

export type SpfTerms = {
  /** Domains whose records belong to this one, in order. */
  includes: string[];
  /** The record that applies instead, if none of the terms does. */
  redirect?: string;
  /** Look-ups that a receiver makes for this record alone (RFC 7208, section 4.6.4). */
  lookups: number;
  /** What becomes of all other servers: `-` and `~` refuse them. */
  all?: "+" | "?" | "~" | "-";
  /** Some term allows a server. */
  allows: boolean;
};

/** The most look-ups of a receiver; with more it gives up. */
export const MOST_LOOKUPS = 10;

/** The SPF records among a name's texts. */
export const spfRecords = (texts: readonly string[]): string[] =>
  texts.filter((text) => /^v=spf1(\s|$)/i.test(text));

/** Reads an SPF record. */
export function spfTerms(record: string): SpfTerms {
  const terms: SpfTerms = { includes: [], lookups: 0, allows: false };
  for (const term of record.toLowerCase().split(/\s+/).slice(1)) {
    const [, sign = "", name = "", value = ""] = /^([-+~?]?)([a-z]+)[:=/]?(.*)$/.exec(term) ?? [];
    if (["include", "a", "mx", "ptr", "exists", "redirect"].includes(name)) terms.lookups += 1;
    if (name !== "all" && name !== "exp" && name !== "") terms.allows = true;
    if (name === "include") terms.includes.push(value);
    else if (name === "redirect") terms.redirect = value;
    else if (name === "all") terms.all ??= (sign || "+") as NonNullable<SpfTerms["all"]>;
  }
  return terms;
}

/**
 * What DNS says about SPF. @property lookups with those of all included records @property trouble a domain that
 * the record leads to, and that did not answer, or has no record or several
 */
export type SpfFacts = {
  texts: DnsAnswer;
  lookups: number;
  all?: SpfTerms["all"];
  trouble?: { domain: string; is: "unasked" | "none" | "several" };
};

/** @param smtpHost that sends our emails */
export function checkSpf(
  domain: string,
  { texts, lookups, all, trouble }: SpfFacts,
  smtpHost: string,
): Check {
  const title = "SPF: which servers may send";
  if (texts === "unasked") return { title, status: "unasked", says: UNASKED };
  const [record, ...others] = spfRecords(texts);
  const bad = (says: string, value?: string, status: CheckStatus = "warning"): Check => ({
    title,
    status,
    says,
    ...(value === undefined ? {} : { add: { name: domain, type: "TXT", value } }),
  });
  if (record === undefined)
    return bad(
      "There is no record. If a provider sends your emails, use the include it gives you instead of this server.",
      spfRecordFor(smtpHost),
      "missing",
    );
  if (others.length > 0)
    return bad(
      `There are ${others.length + 1} records, so receivers ignore them all. Combine them into one.`,
    );
  if (trouble?.is === "unasked")
    return { title, status: "unasked", says: `The name server did not answer for ${trouble.domain}.` };
  if (trouble)
    return bad(
      `The record refers to ${trouble.domain}, which has ${trouble.is === "none" ? "no record" : "several records"}, so receivers ignore the record. Check the name.`,
    );
  if (lookups > MOST_LOOKUPS)
    return bad(
      `The record needs more than ${MOST_LOOKUPS} look-ups, so receivers give up. Remove the services that no longer send for you.`,
    );
  const { allows, redirect } = spfTerms(record);
  if (!allows && all !== "+")
    return bad(`The record does not allow any server, so receivers reject our emails: ${record}`);
  if (all === "-" || all === "~")
    return {
      title,
      status: "ok",
      says: `${record} (${lookups} of ${MOST_LOOKUPS} look-ups). Ask your mail provider whether it covers their servers.`,
    };
  if (redirect)
    return bad(
      `The record of ${redirect}, to which it refers, does not end with ~all or -all. Ask its owner.`,
    );
  const rest = record.split(/\s+/).filter((term) => !/^[-+~?]?all$/i.test(term));
  return bad(
    all === "+"
      ? "The record lets any server send in your name: it must end with ~all or -all."
      : "The record says nothing about other servers: it must end with ~all or -all.",
    [...rest, "~all"].join(" "),
  );
}

/** A record that allows our own mail server; none for a server whose public address we do not know. */
function spfRecordFor(smtpHost: string): string | undefined {
  const host = smtpHost.replace(/^\[|\]$/g, "");
  if (isLoopback(smtpHost) || !/[.:]/.test(host)) return undefined;
  const kind = host.includes(":") ? "ip6" : /^[\d.]+$/.test(host) ? "ip4" : "a";
  return `v=spf1 ${kind}:${host} ~all`;
}

/** A record's tags: "v=DKIM1; p=MIIB" has v and p. */
export const tagsOf = (record: string): ReadonlyMap<string, string> =>
  new Map(
    record
      .split(";")
      .map((part) => part.split("="))
      .filter(([name]) => name?.trim())
      .map(([name = "", ...value]) => [name.trim().toLowerCase(), value.join("=").trim()]),
  );

/** Our key. @property publicKey base64 as in the record */
export type DkimKey = { selector: string; publicKey: string };

/** @param texts undefined if we do not sign */
export function checkDkim(domain: string, key: DkimKey | undefined, texts: DnsAnswer | undefined): Check {
  const title = "DKIM: our signature";
  if (!key || !texts)
    return {
      title,
      status: "warning",
      says: "This site does not sign its emails. Set DKIM_SELECTOR and DKIM_PRIVATE_KEY, unless your mail provider signs them for your domain.",
    };
  if (texts === "unasked") return { title, status: "unasked", says: UNASKED };
  const name = `${key.selector}._domainkey.${domain}`;
  const add: DnsRecord = { name, type: "TXT", value: `v=DKIM1; k=rsa; p=${key.publicKey}` };
  const published = texts.map((text) => tagsOf(text).get("p")?.replace(/\s/g, "")).filter(Boolean);
  if (published.length === 0)
    return { title, status: "missing", says: "Our signing key is not published.", add };
  if (published.length > 1)
    return { title, status: "warning", says: `${name} publishes several keys: keep only this one.`, add };
  return published[0] === key.publicKey
    ? { title, status: "ok", says: `${name} publishes our signing key.` }
    : {
        title,
        status: "warning",
        says: `${name} publishes a different key, so receivers reject our signatures.`,
        add,
      };
}

/** Names at which a DMARC record can be: the domain's own, then those above it. */
export const dmarcNames = (domain: string): string[] => {
  const labels = domain.split(".");
  return labels
    .slice(0, Math.max(1, labels.length - 1))
    .map((_, at) => `_dmarc.${labels.slice(at).join(".")}`);
};

/** A record with a policy that is applied, and its other tags as they are. */
const withPolicy = (tags: ReadonlyMap<string, string>): string =>
  [...new Map([...tags, ["p", "quarantine"]])]
    .filter(([name]) => name !== "pct")
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");

export type DmarcFacts = { texts: DnsAnswer; name: string };

const isDmarc = (text: string) => tagsOf(text).get("v")?.toUpperCase() === "DMARC1";

/** @param returnPath domain of the address to which errors go, which SPF is about */
export function checkDmarc(domain: string, { texts, name }: DmarcFacts, returnPath: string): Check {
  const title = "DMARC: what happens to forged emails";
  if (texts === "unasked") return { title, status: "unasked", says: UNASKED };
  const records = texts.filter(isDmarc);
  const add: DnsRecord = { name: `_dmarc.${domain}`, type: "TXT", value: "v=DMARC1; p=none" };
  const [record] = records;
  if (record === undefined)
    return {
      title,
      status: "missing",
      says: "There is no record: large receivers reject newsletters without one.",
      add,
    };
  if (records.length > 1)
    return {
      title,
      status: "warning",
      says: `${name} has several records, so receivers ignore them all. Keep one.`,
    };
  const tags = tagsOf(record);
  const isStrict = tags.get("aspf")?.toLowerCase() === "s";
  if (isStrict ? returnPath !== domain : !areAligned(returnPath, domain))
    return {
      title,
      status: "warning",
      says: `Bounces go to ${returnPath}, which does not belong to ${domain}: SPF does not count, and only DKIM can pass.`,
    };
  const own = name === `_dmarc.${domain}`;
  const policy = ((!own && tags.get("sp")) || tags.get("p") || "").toLowerCase();
  const isEnforced = (policy === "quarantine" || policy === "reject") && tags.get("pct") !== "0";
  if (isEnforced) return { title, status: "ok", says: `${name}: ${record}` };
  return {
    title,
    status: "warning",
    says:
      policy === "none"
        ? "The policy is “none”: receivers still deliver forged emails. Once everything above is OK, use this record."
        : "The record has no policy that receivers apply.",
    add: { ...add, value: withPolicy(own ? tags : new Map([["v", "DMARC1"]])) },
  };
}
