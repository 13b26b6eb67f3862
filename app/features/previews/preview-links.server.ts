import { seal, unseal } from "~/platform/sealed.server";
import { isPreviewReader, type PreviewedRecord, type PreviewReader } from "./preview.rules";

const PURPOSE = "preview links";
const DAY_MS = 86_400_000;

const aboutOf = ({ section, id }: PreviewedRecord) => `${section}/${id}`;

/**
 * A link to a record's page for somebody without an account. Nothing of it is kept: it says itself, sealed, as whom its bearer
 * looks and until when, and opens no other record.
 * @param days of 24 hours, from now on
 */
export function sealLink(
  record: PreviewedRecord,
  as: PreviewReader,
  { days, now }: { days: number; now: Date },
): { link: string; until: Date } {
  const until = new Date(now.getTime() + days * DAY_MS);
  return { link: seal(PURPOSE, aboutOf(record), Buffer.from(`${as} ${until.getTime()}`)), until };
}

/** What a link opens. @returns undefined for one that is over, of another record, or none of ours */
export function openLink(
  record: PreviewedRecord,
  link: string,
  now: Date,
): { as: PreviewReader; until: Date } | undefined {
  const [as, time] = unseal(PURPOSE, aboutOf(record), link)?.bytes.toString().split(" ") ?? [];
  const until = new Date(Number(time));
  return isPreviewReader(as) && until > now ? { as, until } : undefined;
}
