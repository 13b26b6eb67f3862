import { z } from "zod/mini";
import { isStorable } from "~/admin-kit/field-schema";
import type { EditionState } from "./editions.queries.server";

type StaffChange = {
  /** The states in which it is offered. */
  from: readonly EditionState[];
  button: string;
  busy: string;
  /** In the change log: 'Marcus Adeyemi paused the edition …'. */
  action: string;
  done: string;
};

/** What staff can do with an edition. */
export const STAFF_CHANGES = {
  pause: {
    from: ["sending"],
    button: "Pause",
    busy: "Pausing...",
    action: "paused",
    done: "Sending is paused.",
  },
  resume: {
    from: ["paused", "stalled", "cancelled"],
    button: "Continue",
    busy: "Continuing...",
    action: "resumed",
    done: "Sending continues.",
  },
  cancel: {
    from: ["planned", "sending", "paused", "stalled"],
    button: "Cancel",
    busy: "Cancelling...",
    action: "cancelled",
    done: "Nothing more will be sent.",
  },
  again: {
    from: ["done"],
    button: "Send again to failed and unknown",
    busy: "Sending...",
    action: "resent",
    done: "These emails are sent again.",
  },
} as const satisfies Record<string, StaffChange>;

export type StaffChangeName = keyof typeof STAFF_CHANGES;

export const isStaffChange = (name: unknown): name is StaffChangeName =>
  typeof name === "string" && Object.hasOwn(STAFF_CHANGES, name);

/** Whether staff may still choose other words or another time: it never started, and nobody wrote words for it that count. */
export const isReplaceable = ({ state, startedAt, followsRecord }: Replaceable): boolean =>
  startedAt === null && (state === "cancelled" || (state === "planned" && followsRecord));
type Replaceable = { state: EditionState; startedAt: Date | null; followsRecord: boolean };

export const isOffered = (name: StaffChangeName, state: EditionState): boolean =>
  (STAFF_CHANGES[name].from as readonly EditionState[]).includes(state);

/** One line of a form. */
export const line = (most: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(most, `At most ${most} characters.`),
      z.refine(isStorable, "This has characters that are not allowed."),
    );

/** The search parameter of an edition's page that does not refresh. */
export const STILL = "still";

/** The form that sends a record. `startsAt` is local time at the site. */
export const composeSchema = z.object({
  subject: line(200).check(z.minLength(1, "Enter a subject.")),
  preview: line(200),
  startsAt: z.optional(z.string()),
});

/** The other buttons of that form: a test, and sending at a time. */
export const SEND_TO_ME = "me";
export const SEND_LATER = "later";
