import type { Constraint } from "~/admin-kit/constraints.server";
import { listedSymbol, urlProblem } from "./price-source.rules";

/** Origins of prices that do not come from a source. */
const OTHER_ORIGINS = ["quote", "import", "demo"];

const MAX_SYMBOL_LENGTH = 20;

/** The error of the first wrong line in a source's list. */
function linesProblem(lines: readonly string[]): string | undefined {
  const seen = new Set<string>();
  for (const line of lines) {
    const { symbol = "", problem } = listedSymbol(line);
    if (problem) return problem;
    if (symbol === "" || symbol.length > MAX_SYMBOL_LENGTH || seen.has(symbol))
      return `“${line}” is listed twice or is not a symbol of at most ${MAX_SYMBOL_LENGTH} characters`;
    seen.add(symbol);
  }
  return undefined;
}

const toLines = (symbols: unknown) => (Array.isArray(symbols) ? symbols.map(String) : []);

export const priceSourceConstraints: readonly Constraint[] = [
  {
    check: "price_sources_url_template",
    field: "url",
    isViolated: ({ url }) => urlProblem(String(url)) !== undefined,
    message: ({ url }) => urlProblem(String(url)) ?? "URL is not valid",
  },
  {
    check: "price_sources_name_own",
    field: "name",
    isViolated: ({ name }) =>
      !/[A-Za-z0-9]/.test(String(name)) || OTHER_ORIGINS.includes(String(name).toLowerCase()),
    message: "Name must contain a letter or digit and must not be “quote”, “import” or “demo”",
  },
  {
    // Only the index can check the names of other sources.
    check: "price_sources_name_unique",
    field: "name",
    isViolated: () => false,
    message:
      "Another source’s name differs from this one only in capitals and punctuation. Both would use the same key.",
  },
  {
    check: "price_sources_kind_chosen",
    field: "instrumentKind",
    isViolated: ({ scope, instrumentKind }) => scope === "kind" && !instrumentKind,
    message: "Choose the kind of instruments",
  },
  {
    check: "price_sources_symbols_chosen",
    field: "symbols",
    isViolated: ({ scope, symbols }) => scope === "list" && toLines(symbols).length === 0,
    message: "Enter at least one symbol",
  },
  {
    check: "price_sources_symbols_lines",
    field: "symbols",
    isViolated: ({ symbols }) => linesProblem(toLines(symbols)) !== undefined,
    message: ({ symbols }) => linesProblem(toLines(symbols)) ?? "Symbols are not valid",
  },
];
