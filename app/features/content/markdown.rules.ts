/** The hint below every Markdown field; docs/writing.md. */
export const MARKDOWN_HINT =
  "A blank line starts a new paragraph. Web addresses become links. Markdown makes headings (# Why), lists (* ore), quotations (> words), tables, **emphasis**, [links](https://…) and, on a line of its own, a chart (chart NVDA 1y).";
