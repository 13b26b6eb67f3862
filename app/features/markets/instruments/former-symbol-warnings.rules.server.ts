import type { Intended, Sentences, WarningCheck } from "~/admin-kit/warnings.server";
import { isNameOf } from "./company-names.rules";
import {
  type EarlierOwner,
  earlierOwners,
  type FormerOwner,
  formerOwners,
} from "./former-owners.queries.server";
import { normalizeSymbol } from "./instrument.rules";

/** The properties with a record's symbol and company name. */
type Columns<Row> = { symbol: keyof Row & string; name: keyof Row & string };

/**
 * Warns about a symbol that may mean another company, since wrong prices would settle the call. A former
 * symbol still leads to its company: an unknown name may mean another one. A symbol that another company took
 * may be meant for its former owner, if the record has that owner's name.
 */
export const warnAboutSymbol = <Row extends object>(columns: Columns<Row>): WarningCheck<Row> => {
  const former = warnAboutLeftSymbol(columns);
  return async (intended, within) => {
    const [left, taken] = [
      await former(intended, within),
      await takenSymbolWarnings(columns, intended, within),
    ];
    return intended.map((_, nth) => ({ ...left[nth], ...taken[nth] }));
  };
};

async function takenSymbolWarnings<Row extends object>(
  { symbol, name }: Columns<Row>,
  intended: readonly Intended<Row>[],
  within: Parameters<WarningCheck<Row>>[1],
): Promise<Sentences[]> {
  const typed = intended.map((each) => newSymbol(each, symbol));
  const earlier = await earlierOwners(
    typed.flatMap((each) => each ?? []),
    within,
  );
  return intended.map(({ values }, nth): Sentences => {
    const typedName = String(values[name] ?? "");
    const meant = earlier
      .get(typed[nth] ?? "")
      ?.find(({ names, takerNames }) => isNameOf(names, typedName) && !isNameOf(takerNames, typedName));
    return meant ? { [symbol]: takenSymbolText(typed[nth] ?? "", meant) } : {};
  });
}

const takenSymbolText = (typed: string, { symbol, name, taker }: EarlierOwner) =>
  `${typed} is now ${taker}’s symbol; it used to belong to ${name} (now ${symbol}). If you mean ${name}, enter ${symbol}; otherwise this is saved under ${taker}.`;

const warnAboutLeftSymbol = <Row extends object>({ symbol, name }: Columns<Row>): WarningCheck<Row> =>
  warnAboutFormerSymbol(symbol, (typed, owner, { values, before }) =>
    owner.id === instrumentIdOf(before) || isNameOf(owner.names, String(values[name] ?? ""))
      ? undefined
      : `${formerSymbolText(typed, owner)} If you mean that company, enter ${owner.symbol}. If ${typed} is now another company’s symbol, add that company under Instruments first; otherwise this is saved under ${owner.symbol}.`,
  );

/** Warns that addresses with a former symbol will lead to the instrument that takes it. */
export const warnAboutTakenSymbol: WarningCheck<{ id: string; symbol: string }> = warnAboutFormerSymbol(
  "symbol",
  (typed, owner, { before }) =>
    owner.id === before?.id
      ? undefined
      : `${formerSymbolText(typed, owner)} If you save, ${typed} leads to this instrument, and everything recorded for ${owner.symbol} stays with ${owner.symbol}.`,
);

const formerSymbolText = (typed: string, { symbol, name }: FormerOwner) =>
  `${typed} is a former symbol of ${name} (now ${symbol}) and leads there.`;

/** @param describe returns the doubt about a record with a former symbol; undefined without a doubt */
function warnAboutFormerSymbol<Row extends object>(
  property: string,
  describe: (typed: string, owner: FormerOwner, intended: Intended<Row>) => string | undefined,
): WarningCheck<Row> {
  return async (intended, within) => {
    const typed = intended.map((each) => newSymbol(each, property));
    const owners = await formerOwners(
      typed.flatMap((symbol) => symbol ?? []),
      within,
    );
    return intended.map((each, nth): Sentences => {
      const symbol = typed[nth] ?? "";
      const owner = owners.get(symbol);
      const warning = owner && describe(symbol, owner, each);
      return warning ? { [property]: warning } : {};
    });
  };
}

/** The record's new symbol in capitals; undefined if it is unchanged or missing. */
function newSymbol<Row extends object>({ values, before }: Intended<Row>, property: string) {
  const had = (before as Readonly<Record<string, unknown>> | undefined)?.[property];
  const { [property]: typed } = values;
  if (typeof typed !== "string") return undefined;
  const symbol = normalizeSymbol(typed);
  return typeof had === "string" && normalizeSymbol(had) === symbol ? undefined : symbol;
}

export const instrumentIdOf = (record: object | undefined) =>
  (record as { instrument?: { id: string } | null } | undefined)?.instrument?.id;
