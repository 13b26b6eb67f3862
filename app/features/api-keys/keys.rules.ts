import { z } from "zod/mini";
import { nameSchema } from "~/features/site-settings/name.rules";
import type { BadgeTone } from "~/ui/badge";
import { capitalise } from "~/ui/format";

/** What the change log calls this room. */
export const KEYS_KIND = "keys";

export const KEYS_PATH = "/admin/settings/keys";
export const keyPath = (id: string) => `${KEYS_PATH}/${id}`;

/** Days until a key expires. */
export const LIFETIMES = {
  "30": "After 30 days",
  "90": "After 90 days",
  "365": "After a year",
  never: "Never",
} as const;

/** Hours until the old secret of a rotated key ends. */
export const OVERLAPS = {
  "0": "At once",
  "1": "After an hour",
  "24": "After 24 hours",
  "168": "After a week",
} as const;

/** What a key reads of content with a paywall. */
export const CONTENT = {
  "content:read:basic": "What Basic members read",
  "content:read:premium": "What Premium members read",
  "content:read:private": "What Private members read",
} as const;

const oneOf = (words: object, message: string) =>
  z.string(message).check(z.refine((value) => Object.hasOwn(words, value), message));

/** The form of a new key. Boxes of one name are a list, or one value. */
export const newKeySchema = z.object({
  name: nameSchema,
  reads: oneOf(CONTENT, "Choose what it reads."),
  scopes: z.unknown(),
  expires: oneOf(LIFETIMES, "Choose when it expires."),
});

export const rotationSchema = z.object({ overlap: oneOf(OVERLAPS, "Choose when the old secret ends.") });

const VERBS = ["read", "write", "delete"] as const;
export type Verb = (typeof VERBS)[number];
export const VERB_LABELS: Record<Verb, string> = { read: "Read", write: "Write", delete: "Delete" };

const NOTES: Record<string, string> = {
  members: "One at a time",
  payments: "In webhooks only",
  newsletters: "Send what it writes by email",
};

/** The scopes of one subject: a row of the form. */
export type ScopeRow = {
  subject: string;
  label: string;
  note?: string;
  scopes: Partial<Record<Verb, string>>;
};

/** @param scopes such as `quotes:write`; those of content are left out */
export function scopeRows(scopes: readonly string[]): ScopeRow[] {
  const subjects = new Set(scopes.map((scope) => scope.split(":")[0] ?? ""));
  subjects.delete("content");
  return [...subjects].map((subject) => ({
    subject,
    label: capitalise(subject),
    note: NOTES[subject],
    scopes: Object.fromEntries(
      VERBS.map((verb) => [verb, `${subject}:${verb}`] as const).filter(([, scope]) =>
        scopes.includes(scope),
      ),
    ),
  }));
}

type KeyState = "works" | "expired" | "revoked";

export const KEY_BADGES: Record<KeyState, { text: string; tone: BadgeTone }> = {
  works: { text: "Works", tone: "good" },
  expired: { text: "Expired", tone: "draft" },
  revoked: { text: "Revoked", tone: "draft" },
};
