import { CopyButton } from "~/ui/copy-button";
import { Note } from "~/ui/message";

type PictureUsesProps = {
  /** The uses that this person may open; absent if they could not be loaded. */
  seen?: readonly { kind: string; title: string; to: string; inText: boolean }[];
  /** The number of other uses. */
  others?: number;
  /** The Markdown that shows it in a text. */
  forTexts: string;
};

/** The uses of a library picture, and its Markdown. */
export function PictureUses({ seen, others = 0, forTexts }: PictureUsesProps) {
  return (
    <Note title={usesTitle(seen, others)}>
      {seen && seen.length > 0 && (
        <ul>
          {seen.map(({ kind, title, to, inText }) => (
            <li key={`${to} ${inText}`}>
              {kind}: <a href={to}>{title}</a>
              {inText && ", in the text"}
            </li>
          ))}
        </ul>
      )}
      {others > 0 && <p>{`${others} ${others === 1 ? "record" : "records"} that you cannot open.`}</p>}
      <p>
        In a text: <code className="break-all">{forTexts}</code>
      </p>
      <CopyButton text={forTexts} label="Copy" copied="Copied!" />
    </Note>
  );
}

function usesTitle(seen: PictureUsesProps["seen"], others: number): string {
  if (!seen) return "The list of uses could not be loaded";
  return seen.length + others === 0 ? "Not used yet" : "Used in";
}
