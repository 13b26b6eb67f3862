import { Badge } from "~/ui/badge";

export type AttentionItem = {
  count: string;
  tone: "bad" | "warn";
  /** One word: Stuck, Failed, Stale. */
  word: string;
  text: string;
  action: { label: string; to: string };
};

/** Items that need attention, the worst first. */
export function AttentionList({ items }: { items: readonly AttentionItem[] }) {
  return (
    <ul className="attention">
      {items.map((item) => (
        <li key={`${item.word} ${item.text}`}>
          <span className={`figure figure--${item.tone}`}>{item.count}</span>
          <Badge tone={item.tone}>{item.word}</Badge>
          <span>{item.text}</span>
          <a href={item.action.to}>{item.action.label}</a>
        </li>
      ))}
    </ul>
  );
}
