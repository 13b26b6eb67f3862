import { Note } from "~/ui/message";

type JustGivenProps = {
  id: string;
  /** The recipient's address. Null once it was deleted. */
  recipientEmail: string | null;
  packageName: string;
};

/** Stays in the account for half an hour after a gift is paid. */
export function JustGiven({ id, recipientEmail, packageName }: JustGivenProps) {
  return (
    <Note tone="good" title={`Your gift of ${packageName} is paid for`}>
      We will email the link to {recipientEmail ? <bdi>{recipientEmail}</bdi> : "the recipient"}.{" "}
      <a href={`/dashboard/gifts/${id}`}>Your gift</a>
    </Note>
  );
}
