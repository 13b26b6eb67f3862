import { Note } from "~/ui/message";
import { REFERRAL_DAYS } from "./referrals.rules";

/** What a referral link promises to visitors without an account. */
export function Invitation() {
  return (
    <Note title="You were invited">
      Register in this browser. With your first payment you and your friend both get {REFERRAL_DAYS} days of
      membership free.
    </Note>
  );
}

/** The same for a member who registered by the link and has not paid yet. */
export function PendingInvitation({ days }: { days: number }) {
  return (
    <Note title="You were invited">
      With your first payment you and the friend who invited you both get {days} days of membership free, on
      top of the days you buy.
    </Note>
  );
}
