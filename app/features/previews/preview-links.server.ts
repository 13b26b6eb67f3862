import { decrypt, encrypt } from "~/platform/encryption.server";
import { isPreviewReader, type PreviewedRecord, type PreviewReader } from "./preview.rules";

const PURPOSE = "preview links";
const DAY_MS = 86_400_000;

const linkSubject = ({ section, id }: PreviewedRecord) => `${section}/${id}`;

/** A link to one record's page for people without an account. Nothing is stored: the encrypted link contains the reader and its expiry.
 * @param days of 24 hours, from now
 */
export function createLink(
  record: PreviewedRecord,
  as: PreviewReader,
  { days, now }: { days: number; now: Date },
): { link: string; until: Date } {
  const until = new Date(now.getTime() + days * DAY_MS);
  return { link: encrypt(PURPOSE, linkSubject(record), Buffer.from(`${as} ${until.getTime()}`)), until };
}

/** Reads a link. @returns undefined if it has expired, is for another record, or is invalid */
export function openLink(
  record: PreviewedRecord,
  link: string,
  now: Date,
): { as: PreviewReader; until: Date } | undefined {
  const [as, time] = decrypt(PURPOSE, linkSubject(record), link)?.bytes.toString().split(" ") ?? [];
  const until = new Date(Number(time));
  return isPreviewReader(as) && until > now ? { as, until } : undefined;
}
