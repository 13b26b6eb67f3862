import { Note } from "~/ui/message";
import { REFERRAL_DAYS } from "./referrals.rules";

/** What a friend's link promises to who has no account yet. */
export function Invitation() {
  return (
    <Note title="You were invited">
      Register in this browser. With your first payment you and your friend both get {REFERRAL_DAYS} days of
      membership free.
    </Note>
  );
}

/** The same, to a member who registered through it and has not paid yet. */
export function PendingInvitation({ days }: { days: number }) {
  return (
    <Note title="You were invited">
      With your first payment you and the friend who invited you both get {days} days of membership free, on
      top of the days you buy.
    </Note>
  );
}
