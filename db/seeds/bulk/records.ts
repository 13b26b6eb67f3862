import { evenFraction, id, moment, oneOf, word } from "./columns";
import { dated, NUMBERS, needsMembers, numbered, rows, type Statement, withMembers } from "./statement";

const SENT = `${evenFraction(2)} < 0.97`;
const SUBJECT = `${word("mailSubjects", 1)} || ' #' || n`;

/** The log of emails, sent or failed. None is waiting, so none will be sent. */
export const mails: Statement = {
  table: "mails",
  last: "select max(cast(substring(cause from '^bulk:([0-9]+)$') as bigint)) as last from mails",
  needs: needsMembers("Emails"),
  inserts: [
    rows(
      "mails",
      {
        ...dated("mail", 0, 700),
        to_address: "email",
        subject: SUBJECT,
        template: word("mailTemplates", 1),
        cause: "'bulk:' || n",
        html: `'<!doctype html><html lang="en"><head><title>' || ${SUBJECT} || '</title></head><body><p>' || ${word("alertParagraphs", 3)} || '</p></body></html>'`,
        text: word("alertParagraphs", 3),
        state: `case when ${SENT} then 'sent' else 'failed' end`,
        attempts: `case when ${SENT} then 1 else 12 end`,
        last_error: `case when not ${SENT} then '550 No such mailbox' end`,
        sent_at: `case when ${SENT} then ${moment(0, 700)} end`,
      },
      withMembers(),
    ),
  ],
};

/** A record of each screen and a field of its form. The n-th entry refers to the n-th record. */
const RECORDS = [
  { screen: "news", kind: "news", field: "content" },
  { screen: "daily-brief", kind: "brief", field: "analysis" },
  { screen: "stock-picks", kind: "pick", field: "currentPrice" },
  { screen: "trade-alert", kind: "alert", field: "analysis" },
  { screen: "videos", kind: "video", field: "caption" },
  { screen: "market", kind: "quote", field: "last" },
  { screen: "ads", kind: "ad", field: "position" },
] as const;

const ofRecord = (value: (record: (typeof RECORDS)[number]) => string) =>
  oneOf(
    1,
    RECORDS.map((record) => [value(record), 1] as const),
  );

const STAFF_IN_TURN = `${NUMBERS}
  cross join (select count(*) as people from staff) as counted
  left join (select id as staff_id, fullname, row_number() over (order by created_at, id) - 1 as place from staff) as p
    on p.place = n % nullif(people, 0)`;

export const changes: Statement = {
  table: "changes",
  last: numbered("changes", "record_title"),
  inserts: [
    rows(
      "changes",
      {
        id: id("change"),
        created_at: moment(0, 1000),
        staff_id: "staff_id",
        staff_name: `coalesce(fullname, ${word("authors", 3)})`,
        action: "action",
        resource: ofRecord(({ screen }) => `'${screen}'`),
        record_id: ofRecord(({ kind }) => `${id(kind)}::text`),
        record_title: `${word("companies", 4)} || ' #' || n`,
        origin: "case n % 20 when 0 then 'import' when 1 then 'api' else 'form' end",
        detail: `case action when 'edited' then ${ofRecord(({ field }) => `'{"fields":["${field}"]}'::jsonb`)} end`,
      },
      `(select *, ${oneOf(2, [
        ["'edited'", 6],
        ["'added'", 3],
        ["'deleted'", 1],
      ])} as action from ${STAFF_IN_TURN}) as done`,
    ),
  ],
};

const BINNED_TITLE = `${word("lessons", 1)} || ' ' || ${word("companies", 2)} || ' #' || n`;

/** Videos deleted in recent weeks, each with the row that a delete writes. */
export const bin: Statement = {
  table: "binned_records",
  last: numbered("binned_records", "title"),
  inserts: [
    rows("binned_records", {
      ...dated("binned", 0, 29),
      kind: "'videos'",
      record_id: id("binned video"),
      title: BINNED_TITLE,
      held: `jsonb_build_object('title', ${BINNED_TITLE}, 'caption', ${word("alertParagraphs", 3)},
        'youtubeLink', 'https://youtu.be/' || left(md5('binned video ' || n), 11), 'isFree', false, 'audience', 'members',
        'status', 'published', 'createdAt', to_char(${moment(0, 1000)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'version', 1)`,
      staff_name: word("authors", 3),
    }),
  ],
};

/** Counted attempts, one network each. Most have expired. */
export const limits: Statement = {
  table: "rate_limits",
  last: "select max(cast(substring(key from '^sign-in-network:bulk-([0-9]+)$') as bigint)) as last from rate_limits",
  inserts: [
    rows("rate_limits", {
      key: "'sign-in-network:bulk-' || lpad(n::text, 38, '0')",
      points: `1 + floor(${evenFraction(0)} * 60)`,
      expire: `floor(extract(epoch from cast(:now as timestamptz)) * 1000 + (${evenFraction(1)} - 0.75) * 4 * 3600000)`,
    }),
  ],
};
