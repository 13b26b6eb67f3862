import type { Attachment, ParsedMail } from "mailparser";

/** What a report says of one receiver (RFC 3464), in lower case. */
export type ReportedReceiver = {
  addresses: string[];
  action: string;
  status: string;
  /** The server's answer. */
  diagnostic: string;
};

/**
 * A delivery report, or a reader's complaint. `returnedTo` has every text in which our return address may be;
 * `unsubscribe` is the header of the email that a complaint is about, `at` when its reader complained.
 */
export type ReadReport =
  | { kind: "delivery"; returnedTo: string; receivers: ReportedReceiver[] }
  | { kind: "complaint"; returnedTo: string; unsubscribe: string; messageId: string; at?: Date };

/** Loaded at the first report: most processes read none. */
const library = () => import("mailparser");

/** Only structure is read, never prose, so no text is made of HTML and no link looked for. */
const OPTIONS = {
  keepDeliveryStatus: true,
  skipHtmlToText: true,
  skipTextToHtml: true,
  skipTextLinks: true,
  skipImageLinks: true,
} as const;

const DELIVERY = /^message\/(global-)?delivery-status$/i;
const FEEDBACK = /^message\/feedback-report$/i;
const ORIGINAL = /^(message\/(global|rfc822)|text\/rfc822-headers)(-headers)?$/i;

/** Where mail servers write the address that a report was sent to. */
const SENT_TO = ["to", "delivered-to", "x-original-to", "envelope-to", "x-delivered-to"];

/** Kinds of feedback that mean "this is spam" (RFC 5965). */
const COMPLAINTS = ["abuse", "fraud", "opt-out", "opt-out-list"];

/** @param raw a message as it was received. @returns undefined for everything else, such as an automatic reply */
export async function readReport(raw: Buffer): Promise<ReadReport | undefined> {
  const { simpleParser } = await library();
  const mail = await simpleParser(raw, OPTIONS);
  const feedback = partOf(mail, FEEDBACK);
  if (feedback !== undefined) return readComplaint(mail, fieldGroups(feedback)[0] ?? new Map());
  const delivery = partOf(mail, DELIVERY);
  if (delivery === undefined) return undefined;
  const receivers = fieldGroups(delivery).flatMap((group) => readReceiver(group) ?? []);
  return { kind: "delivery", returnedTo: headerLines(mail, SENT_TO), receivers };
}

function readComplaint(mail: ParsedMail, feedback: Fields): ReadReport | undefined {
  if (!COMPLAINTS.includes((feedback.get("feedback-type") ?? "").toLowerCase())) return undefined;
  const original = fieldGroups(partOf(mail, ORIGINAL) ?? "")[0] ?? new Map<string, string>();
  return {
    kind: "complaint",
    returnedTo: [
      headerLines(mail, SENT_TO),
      feedback.get("original-mail-from"),
      original.get("return-path"),
    ].join(" "),
    unsubscribe: original.get("list-unsubscribe") ?? "",
    messageId: original.get("message-id") ?? "",
    at: dateIn(headerValue(mail, "date")) ?? dateIn(feedback.get("arrival-date")),
  };
}

/** The library takes the present moment for a date that it cannot read. */
function dateIn(text = ""): Date | undefined {
  const date = new Date(text.slice(0, LONGEST_FIELD));
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function readReceiver(group: Fields): ReportedReceiver | undefined {
  const final = group.get("final-recipient");
  if (final === undefined) return undefined;
  return {
    addresses: [final, group.get("original-recipient") ?? ""].map(addressIn).filter(Boolean),
    action: firstWord(group.get("action")),
    status: firstWord(group.get("status")),
    diagnostic: group.get("diagnostic-code") ?? "",
  };
}

/** Characters of a field; an address has at most 254. */
const LONGEST_FIELD = 400;

/** `rfc822; somebody@example.com`, sometimes with angle brackets. */
function addressIn(field: string): string {
  if (field.length > LONGEST_FIELD) return "";
  const [, words = ""] = field.split(";");
  const address = words.replace(/[<>]/g, " ").trim();
  return /\s/.test(address) || !address.includes("@") ? "" : address.toLowerCase();
}

const firstWord = (field = "") => (/^[^\s(]*/.exec(field)?.[0] ?? "").toLowerCase();

/** A part of a message may be longer than anything that is read from it. */
const MOST_READ = 64_000;

function partOf({ attachments }: ParsedMail, type: RegExp): string | undefined {
  const part: Attachment | undefined = attachments.find(({ contentType }) => type.test(contentType));
  return part?.content.subarray(0, MOST_READ).toString("latin1");
}

const headerLines = ({ headerLines: lines }: ParsedMail, names: readonly string[]): string =>
  lines
    .filter(({ key }) => names.includes(key))
    .map(({ line }) => line)
    .join(" ");

const headerValue = (mail: ParsedMail, name: string): string =>
  headerLines(mail, [name])
    .replace(/^[^:]*:/, "")
    .trim();

type Fields = Map<string, string>;

/** Groups of `Name: value` lines, separated by empty ones; a line that begins with a space continues. */
const fieldGroups = (text: string): Fields[] =>
  text
    .split(/\r?\n[ \t]*\r?\n/)
    .map((group) => group.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/))
    .map((lines) => new Map(lines.flatMap(fieldIn)));

function fieldIn(line: string): [string, string][] {
  const colon = line.indexOf(":");
  return colon > 0 ? [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]] : [];
}
