import { pluralize } from "~/ui/format";
import { Section } from "~/ui/head";
import type { FirstRead } from "./first-reads.server";

const NUMBERS = ["No", "One", "Two", "Three"];

/**
 * Content that a new membership has opened.
 * @param props.justNow whether it was behind the paywall a minute ago
 */
export function FirstReads({ reads, justNow }: { reads: readonly FirstRead[]; justNow: boolean }) {
  const { length } = reads;
  if (length === 0) return null;
  const things = `${NUMBERS[length] ?? length} ${pluralize(length, "thing").split(" ")[1]}`;
  const was = length === 1 ? "was" : "were";
  return (
    <Section title={justNow ? `${things} that ${was} locked a minute ago` : "Open to you"}>
      <div className="first-reads">
        {reads.map(({ about, title, to }) => (
          <article key={to}>
            <p className="meta">{about}</p>
            <h3>
              <a href={to}>{title}</a>
            </h3>
          </article>
        ))}
      </div>
    </Section>
  );
}
