import { Time } from "~/ui/time";

type Change = { id: string; at: Date | string; text: string };

type CallHistoryProps = { changes: readonly Change[]; zone: string };

/** Changes of a call, each with its day: "Target changed from 150 to 162 on 4 Nov". */
export const ChangeList = ({ changes, zone }: CallHistoryProps) => (
  <ul>
    {changes.map(({ id, at, text }) => (
      <li key={id}>
        {`${text} on `}
        <Time at={at} style="day" zone={zone} />
      </li>
    ))}
  </ul>
);

/** The changes since the call was made. Renders nothing if there are none. */
export function CallHistory({ changes, zone }: CallHistoryProps) {
  if (changes.length === 0) return null;
  return (
    <section aria-labelledby="changed-since">
      <h2 id="changed-since">Changes since the call was made</h2>
      <ChangeList changes={changes} zone={zone} />
    </section>
  );
}
