import { MAIL_STATES, Mail, type MailState } from "db/entities/mail";
import { z } from "zod";
import { createdColumn } from "~/admin-kit/columns.server";
import { type Resource, rowsFor, shown } from "~/admin-kit/resource.server";
import { DESK } from "~/features/auth/viewer.server";
import { MAIL_WORDS } from "./mail.rules";

/**
 * The log of mails, only ever read. What a mail says is not part of it: it is between the site and the one it went
 * to, and its links open accounts.
 */
export const mails: Resource<Mail> = {
  entity: Mail,
  path: "mails",
  names: { one: "mail", many: "mails", title: "Mail log", add: "", edit: "" },
  under: { label: "Manage Users", to: "/admin/manage-users" },
  roles: { read: DESK, write: [], remove: [] },
  fields: [],
  columns: [
    {
      label: "To",
      under: "Subject",
      cell: shown(["to", "subject"], ({ to, subject }) => ({ kind: "title", text: to, sub: subject })),
    },
    {
      label: "State",
      cell: shown(["state"], ({ state }) => ({ kind: "badge", ...MAIL_WORDS[state as MailState] })),
    },
    {
      label: "Attempts",
      cell: shown(["attempts"], ({ attempts }) => ({ kind: "number", text: String(attempts) })),
    },
    {
      label: "Last error",
      cell: shown(["lastError"], ({ lastError }) => ({ kind: "text", text: lastError ?? "–" })),
    },
    createdColumn(),
    {
      label: "Sent",
      cell: shown(["sentAt"], ({ sentAt }) =>
        sentAt ? { kind: "time", iso: sentAt.toISOString() } : { kind: "text", text: "–" },
      ),
    },
  ],
  search: { label: "Search address or subject", in: ["to", "subject"] },
  filters: [
    {
      name: "state",
      label: "State",
      options: MAIL_STATES.map((value) => ({ value, label: MAIL_WORDS[value].text })),
      where: (state) => ({ state: state as MailState }),
    },
  ],
  opens: shown(["to"], ({ to }) => `/admin/manage-users?${new URLSearchParams({ q: to })}`),
  titleOf: shown(["to"], ({ to }) => to),
  describe: ({ subject }) => subject,
  texts: {
    empty: "No mails found.",
    missing: "Mail not found.",
    failed: { load: "Failed to fetch mails", add: "", update: "", remove: "" },
    done: { add: "", update: "", remove: "" },
  },
  // No address of the API gives mails away.
  record: z.never(),
  visibleTo: (viewer) => ({
    where: rowsFor(DESK, viewer),
    select: [
      ...(["id", "to", "subject", "state", "attempts", "lastError", "sentAt"] as const),
      ...(["createdAt", "updatedAt", "version"] as const),
    ],
    wire: ({ id, to, subject, state, attempts }) => ({ _id: id, id, to, subject, state, attempts }),
  }),
};
