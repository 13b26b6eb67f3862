/** The buttons above a text, in order; `keys` are their shortcuts. */
export const TOOLS = [
  { name: "bold", label: "Bold", keys: "Ctrl B" },
  { name: "italic", label: "Italic", keys: "Ctrl I" },
  { name: "heading", label: "Heading", keys: "Ctrl Shift 1" },
  { name: "link", label: "Link", keys: "Ctrl Shift L" },
  { name: "list", label: "List", keys: "Ctrl Shift 8" },
  { name: "quote", label: "Quote", keys: "Ctrl Shift 9" },
  { name: "picture", label: "Picture" },
  { name: "chart", label: "Chart" },
] as const satisfies readonly { name: string; label: string; keys?: string }[];

export type ToolName = (typeof TOOLS)[number]["name"];
