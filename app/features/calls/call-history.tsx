import { Time } from "~/ui/time";

type Change = { id: string; at: Date | string; text: string };

/** What was changed of a call since it was made. Nothing where nothing was. */
export function CallHistory({ changes, zone }: { changes: readonly Change[]; zone: string }) {
  if (changes.length === 0) return null;
  return (
    <section aria-labelledby="changed-since">
      <h2 id="changed-since">Changed since it was made</h2>
      <ul>
        {changes.map(({ id, at, text }) => (
          <li key={id}>
            {`${text} on `}
            <Time at={at} style="day" zone={zone} />
          </li>
        ))}
      </ul>
    </section>
  );
}
