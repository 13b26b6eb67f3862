import { type Newsletter, NewsletterSetting, type OwnNewsletter } from "db/entities/newsletter";
import { columns } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { type RowOf, text } from "db/sql";
import { command, statement } from "db/statement.server";
import type { Sender } from "~/features/mail/transport.server";
import { newsletterParam } from "./newsletter-param.server";
import {
  BRIEFS_HINT_WITHOUT_ACCOUNT,
  isOwn,
  NEWSLETTER_KINDS,
  NEWSLETTER_WORDS,
  type NewsletterWords,
} from "./newsletters.rules";

const ROW = columns(
  NewsletterSetting,
  ...(["newsletter", "automaticSince", "title", "hint", "senderName", "senderAddress", "endedAt"] as const),
);
type Row = RowOf<typeof ROW>;

/** A newsletter with its words and settings. */
export type ListedNewsletter = NewsletterWords &
  Pick<Row, "newsletter" | "automaticSince" | "senderName" | "senderAddress" | "endedAt">;

/** Those that the owner added come last, in the order of their numbers. */
const ALL = statement("newsletters.all", ROW)`
  select ${ROW} from newsletters order by length(newsletter), newsletter`;

/** All newsletters in the order in which members choose them, ended ones too. */
export async function allNewsletters(): Promise<ListedNewsletter[]> {
  const rows = await ALL.all();
  const built = NEWSLETTER_KINDS.map((kind) => rows.find(({ newsletter }) => newsletter === kind));
  return [...built, ...rows.filter(({ newsletter }) => isOwn(newsletter))].flatMap((row) =>
    row ? [withWords(row)] : [],
  );
}

const withWords = ({ title, hint, ...row }: Row): ListedNewsletter => ({
  ...(isOwn(row.newsletter)
    ? { title: title ?? "", hint: hint ?? "", record: "article", path: "news" }
    : NEWSLETTER_WORDS[row.newsletter]),
  ...row,
});

/** The newsletters that members can choose. */
export const offeredNewsletters = async (): Promise<ListedNewsletter[]> =>
  (await allNewsletters()).filter(({ endedAt }) => endedAt === null);

/** Those for readers without an account, with what they get. */
export const openNewsletters = async (): Promise<ListedNewsletter[]> =>
  (await offeredNewsletters())
    .filter(({ newsletter }) => newsletter !== "alerts")
    .map((each) => (each.newsletter === "briefs" ? { ...each, hint: BRIEFS_HINT_WITHOUT_ACCOUNT } : each));

/** One newsletter, also an ended one. */
export const newsletterNamed = async (name: Newsletter): Promise<ListedNewsletter | undefined> =>
  (await allNewsletters()).find(({ newsletter }) => newsletter === name);

/** The sender that the owner chose for a newsletter, if any. */
export async function senderOf(name: Newsletter): Promise<Sender | undefined> {
  const { senderName, senderAddress } = (await newsletterNamed(name)) ?? {};
  return senderName && senderAddress ? { name: senderName, address: senderAddress } : undefined;
}

/** Why an edition of an ended newsletter was cancelled. */
export const HAS_ENDED_REASON = "The newsletter has ended.";

/** Whether the owner ended a newsletter. Those of every site never end. */
export const hasEnded = async (name: Newsletter): Promise<boolean> =>
  isOwn(name) && (await newsletterNamed(name))?.endedAt !== null;

const WORDS = { title: text.orNull("title"), hint: text.orNull("hint") };
const SENDER = { name: text.orNull("senderName"), address: text.orNull("senderAddress") };

/** The number after the highest; two at the same time: one of them fails and can be sent again. */
const ADD = statement("newsletters.add", { newsletter: ROW.newsletter })`
  insert into newsletters (newsletter, title, hint, sender_name, sender_address)
  select 'own-' || coalesce(max(substr(newsletter, 5)::int), 0) + 1, ${WORDS.title}, ${WORDS.hint}, ${SENDER.name}, ${SENDER.address}
    from newsletters where newsletter like 'own-%' returning newsletter`;

type Settings = {
  /** Null for a newsletter of every site. */
  title: string | null;
  hint: string | null;
  senderName: string | null;
  senderAddress: string | null;
};

/** Adds a newsletter for articles. @returns its name */
export async function addNewsletter(settings: Settings, manager: EntityManager): Promise<Newsletter> {
  const added = await ADD.first(settings, manager);
  if (!added) throw new Error("a newsletter was not added");
  return added.newsletter;
}

const CHANGE = command("newsletters.change")`
  update newsletters set title = ${WORDS.title}, hint = ${WORDS.hint}, sender_name = ${SENDER.name},
         sender_address = ${SENDER.address}
   where newsletter = ${newsletterParam("newsletter")}`;

export const changeNewsletter = (
  change: Settings & { newsletter: Newsletter },
  manager: EntityManager,
): Promise<void> => CHANGE.run(change, manager);

const END = statement("newsletters.end", { newsletter: ROW.newsletter })`
  update newsletters n set ended_at = now()
   where newsletter = ${newsletterParam("newsletter")} and newsletter like 'own-%' and ended_at is null
     and not exists (select from editions e where e.newsletter = n.newsletter
                       and e.state in ('planned', 'sending', 'paused', 'stalled'))
  returning newsletter`;

const REOPEN = command("newsletters.reopen")`
  update newsletters set ended_at = null where newsletter = ${newsletterParam("newsletter")}`;

/** Starts an ended newsletter again. Its readers get it as before. */
export const reopenNewsletter = (newsletter: OwnNewsletter, manager: EntityManager): Promise<void> =>
  REOPEN.run({ newsletter }, manager);

/** Ends a newsletter that the owner added. @returns false if one of its editions is still to be sent */
export const endNewsletter = async (newsletter: OwnNewsletter, manager: EntityManager): Promise<boolean> =>
  (await END.first({ newsletter }, manager)) !== undefined;
