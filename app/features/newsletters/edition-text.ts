import type { Audience } from "~/access/access.server";
import type { Fact } from "~/features/content/record-facts.rules";
import type { TextBlock } from "~/ui/text-blocks";

/** What an edition's email says, before it is rendered. */
export type EditionText = {
  /** The line above the heading. */
  kicker: string;
  heading: string;
  lede?: string;
  facts: Fact[];
  blocks: TextBlock[];
  /** Whether the record has a lock: its pictures are links to its page, because an email has no session to fetch them with. */
  isLocked?: true;
  /** For the plain-text part, if the words of the blocks are not enough. */
  plain?: string;
  /** Small print below the text. */
  closing: string[];
  /** `path` is on the site. */
  action: { label: string; path: string };
};

/** A record as an email. */
export type EditionContent = {
  audience: Audience | "everybody";
  /** Staff may change both. */
  subject: string;
  preview: string;
  /** For readers who may read the record. */
  whole: EditionText;
  /** The ids of the briefs and articles that a digest lists. */
  listed?: string[];
  /** For all others. Absent if everybody may read it, or if even its existence names a company. */
  teaser?: EditionText;
};
