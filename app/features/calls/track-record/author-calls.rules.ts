/** The newest calls in an author's figures. Long careers have more, and the page must not wait for them. */
export const AUTHOR_FIGURE_LIMIT = 1_000;
