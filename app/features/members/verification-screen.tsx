import type { MetaDescriptor } from "@remix-run/node";
import { EntryFrame } from "~/features/frame/entry-frame";
import { pageMeta } from "~/http/meta";
import { EntryPanel } from "~/ui/frames/bare-frame";
import { Note } from "~/ui/message";
import { AfterwardsToLogin, GoToLogin, toLogin } from "./afterwards";

/** How a verification or a resend ended. */
export type VerificationOutcome = { done: boolean; message: string };

/** The screens of `/verify-email` and `/resend-verification-email`. */
export function VerificationScreen({
  outcome,
  children,
}: {
  outcome: VerificationOutcome;
  children?: string;
}) {
  return (
    <EntryFrame back="/login">
      <EntryPanel title="Email verification" closeTo="/">
        {outcome.done ? (
          <AfterwardsToLogin title={outcome.message} seconds={2}>
            {children}
          </AfterwardsToLogin>
        ) : (
          <>
            <Note tone="bad" title={outcome.message} />
            <GoToLogin />
          </>
        )}
      </EntryPanel>
    </EntryFrame>
  );
}

/** Title, and the way on where it succeeded: an error stays until it is read. */
export const verificationMeta = (
  args: Parameters<typeof pageMeta>[0] & { data?: VerificationOutcome },
): MetaDescriptor[] => [
  ...pageMeta(args, { title: "Email verification", hidden: true }),
  ...(args.data?.done ? [toLogin(2)] : []),
];
