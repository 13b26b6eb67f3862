import { HIGHLIGHT_ID } from "~/ui/table";

/**
 * The address of the page that a pick stands on, and of its row there.
 * @param category where to go should the pick be gone
 */
export const pickHref = (category: string, id: string): string =>
  `/stock-picks?${new URLSearchParams({ category, pick: id })}#${HIGHLIGHT_ID}`;
