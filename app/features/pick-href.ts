import { HIGHLIGHT_ID } from "~/ui/table";

/**
 * The address of the page that lists a pick, and of its row there.
 * @param category the category to show if the pick no longer exists
 */
export const pickHref = (category: string, id: string): string =>
  `/stock-picks?${new URLSearchParams({ category, pick: id })}#${HIGHLIGHT_ID}`;
