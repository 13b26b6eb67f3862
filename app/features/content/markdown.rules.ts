/** The hint below every Markdown field; docs/writing.md. */
export const MARKDOWN_HINT =
  "A blank line starts a new paragraph. Web addresses become links. Use Markdown for headings (# Why), lists (* ore), quotations (> words), tables, **emphasis**, [links](https://…) and, on its own line, a chart (chart NVDA 1y).";
