import { MAIL_STATES, Mail, type MailState } from "db/entities/mail";
import { createdColumn } from "~/admin-kit/columns.server";
import { derive, rowsForPermission, type StoredList } from "~/admin-kit/resource.server";
import { rolesFor } from "~/auth/permissions.server";
import { MAIL_STATE_BADGES } from "./mail.badges";

/**
 * The log of emails, read-only. It leaves out their content: that is private to the recipient, and its links
 * open accounts.
 */
export const mails: StoredList<Mail> = {
  entity: Mail,
  path: "mails",
  noun: "mails",
  roles: rolesFor("mails"),
  titleOf: derive(["to"], ({ to }) => to),
  loadFailed: "Failed to fetch emails",
  visibleTo: (viewer) => ({
    where: rowsForPermission("mails.read", viewer),
    select: [
      ...(["id", "to", "subject", "state", "attempts", "lastError", "sentAt"] as const),
      ...(["createdAt", "updatedAt", "version"] as const),
    ],
  }),
  listing: {
    title: "Email log",
    plural: "mails",
    parent: { label: "Manage Users", to: "/admin/manage-users" },
    columns: [
      {
        label: "To",
        subLabel: "Subject",
        cell: derive(["to", "subject"], ({ to, subject }) => ({ kind: "title", text: to, sub: subject })),
      },
      {
        label: "State",
        cell: derive(["state"], ({ state }) => ({ kind: "badge", ...MAIL_STATE_BADGES[state as MailState] })),
      },
      {
        label: "Attempts",
        cell: derive(["attempts"], ({ attempts }) => ({ kind: "number", text: String(attempts) })),
      },
      {
        label: "Last error",
        cell: derive(["lastError"], ({ lastError }) => ({ kind: "text", text: lastError ?? "–" })),
      },
      createdColumn(),
      {
        label: "Sent",
        cell: derive(["sentAt"], ({ sentAt }) =>
          sentAt ? { kind: "time", iso: sentAt.toISOString() } : { kind: "text", text: "–" },
        ),
      },
    ],
    search: { label: "Search address or subject", in: ["to", "subject"] },
    filters: [
      {
        name: "state",
        label: "State",
        options: MAIL_STATES.map((value) => ({ value, label: MAIL_STATE_BADGES[value].text })),
        where: (state) => ({ state: state as MailState }),
      },
    ],
    detailPath: derive(["to"], ({ to }) => `/admin/manage-users?${new URLSearchParams({ q: to })}`),
    empty: "No emails found.",
  },
};
