import { CopyButton } from "~/ui/copy-button";
import { Note } from "~/ui/message";

type PictureUsesProps = {
  /** Those that this person may open; absent while nobody can tell. */
  seen?: readonly { kind: string; title: string; to: string; inText: boolean }[];
  /** How many others there are. */
  others?: number;
  /** The line that shows it in a text. */
  forTexts: string;
};

/** Where a picture of the library is shown, and how it comes into a text. */
export function PictureUses({ seen, others = 0, forTexts }: PictureUsesProps) {
  return (
    <Note title={titleOf(seen, others)}>
      {seen && seen.length > 0 && (
        <ul>
          {seen.map(({ kind, title, to, inText }) => (
            <li key={`${to} ${inText}`}>
              {kind}: <a href={to}>{title}</a>
              {inText && ", in its text"}
            </li>
          ))}
        </ul>
      )}
      {others > 0 && <p>{`${others} ${others === 1 ? "record" : "records"} that you may not open.`}</p>}
      <p>
        In a text: <code className="break-all">{forTexts}</code>
      </p>
      <CopyButton text={forTexts} label="Copy" copied="Copied!" />
    </Note>
  );
}

function titleOf(seen: PictureUsesProps["seen"], others: number): string {
  if (!seen) return "Where it is shown cannot be told at the moment";
  return seen.length + others === 0 ? "Not shown anywhere yet" : "Where it is shown";
}
