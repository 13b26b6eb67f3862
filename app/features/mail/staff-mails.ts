// Emails to staff, and emails about the security of an account.
import { formatTime } from "~/ui/dates";
import { pluralize } from "~/ui/format";
import { isolated } from "./isolated";
import type { MailContent } from "./mail-content";
import { TOKEN_SLOT } from "./render-mail";

const IN_THE_BACK_OFFICE = "/admin/profile-settings";

/** A change of a person's two-step sign-in. */
export type TwoStepEvent =
  | { kind: "on" }
  | { kind: "off" }
  | { kind: "codes" }
  | { kind: "recovery"; codesLeft: number }
  /** @property by the person who did it; absent for an operator's command */
  | { kind: "reset"; by?: string };

const TWO_STEP: {
  [Kind in TwoStepEvent["kind"]]: (event: Extract<TwoStepEvent, { kind: Kind }>) => [string, string];
} = {
  on: () => [
    "Two-step sign-in is on",
    "To sign in, you now need a code from your app as well as your password. Your other devices were signed out, and your passkeys were deleted.",
  ],
  off: () => ["Two-step sign-in is off", "You now sign in with your password alone."],
  codes: () => ["You have new recovery codes", "Your earlier codes no longer work: throw them away."],
  recovery: ({ codesLeft }) => [
    "A recovery code was used",
    `Somebody, most likely you, signed in with one of your recovery codes. ${pluralize(codesLeft, "code")} ${codesLeft === 1 ? "is" : "are"} left.`,
  ],
  reset: ({ by }) => [
    "Two-step sign-in was reset",
    `${by ?? "The site’s operator"} turned off your two-step sign-in, deleted your passkeys and signed out your devices. Sign in with your password, then set up two-step sign-in again.`,
  ],
};

export function twoStepMail(siteName: string, event: TwoStepEvent, at: Date, zone: string): MailContent {
  const [heading, words] = TWO_STEP[event.kind](event as never);
  return {
    template: `two-step-${event.kind}`,
    subject: `${heading} at ${siteName}`,
    heading,
    paragraphs: [words],
    facts: [{ label: "When", value: formatTime(at, "datetime", zone) }],
    action: { label: "See your account", path: `${IN_THE_BACK_OFFICE}/two-step` },
    closing: [
      "If this was not you, somebody knows your password. Change it immediately and tell the superadmin.",
    ],
  };
}

/** @property by the person who invites */
export const invitationMail = (
  siteName: string,
  { fullname, role, by, hours }: { fullname: string; role: string; by: string; hours: number },
): MailContent => ({
  template: "invitation",
  subject: `${by} invites you to work at ${siteName}`,
  heading: "You are invited",
  paragraphs: [
    `Hello ${isolated(fullname)}, ${isolated(by)} invites you to join the back-office of ${siteName} as ${role === "admin" ? "an admin" : "an editor"}.`,
    "Open the link and choose a password.",
  ],
  action: { label: "Choose a password", path: `/admin/invitation/${TOKEN_SLOT}` },
  closing: [
    `The link works once and expires after ${hours} hours. A newer link replaces it.`,
    "If you do not expect this invitation, ignore this message: no account is created unless the link is used.",
  ],
});
