import type { Intended, Sentences, WarningCheck } from "~/admin-kit/warnings.server";
import { isNameOf } from "./company-names.rules";
import {
  type EarlierOwner,
  earlierOwners,
  type FormerOwner,
  formerOwners,
} from "./former-owners.queries.server";
import { symbolOf } from "./instrument.rules";

/** The properties that say of what a record is. */
type Columns<Row> = { symbol: keyof Row & string; name: keyof Row & string };

/**
 * A symbol that its company has left still leads there. A record that says it under a name the company never had may mean another
 * company, and the prices of the wrong one would settle its call. So may one that says a symbol which another company has taken, under
 * the name of the one that had it before.
 */
export const warnAboutSymbol = <Row extends object>(columns: Columns<Row>): WarningCheck<Row> => {
  const former = warnAboutLeftSymbol(columns);
  return async (intended, within) => {
    const [left, taken] = [await former(intended, within), await takenSentences(columns, intended, within)];
    return intended.map((_, nth) => ({ ...left[nth], ...taken[nth] }));
  };
};

async function takenSentences<Row extends object>(
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
    const said = String(values[name] ?? "");
    const meant = earlier
      .get(typed[nth] ?? "")
      ?.find(({ names, takerNames }) => isNameOf(names, said) && !isNameOf(takerNames, said));
    return meant ? { [symbol]: takenWords(typed[nth] ?? "", meant) } : {};
  });
}

const takenWords = (typed: string, { symbol, name, taker }: EarlierOwner) =>
  `${typed} is ${taker}’s symbol now, and was that of ${symbol}, ${name}, before. If ${name} is meant, write ${symbol}: saved as it is, this belongs to ${taker}.`;

const warnAboutLeftSymbol = <Row extends object>({ symbol, name }: Columns<Row>): WarningCheck<Row> =>
  warnAboutFormerSymbol(symbol, (typed, owner, { values, before }) =>
    owner.id === instrumentIn(before) || isNameOf(owner.names, String(values[name] ?? ""))
      ? undefined
      : `${leadsTo(typed, owner)} If that company is meant, write ${owner.symbol}. If ${typed} is another company’s symbol now, add that company under Instruments first: saved as it is, this belongs to ${owner.symbol}.`,
  );

/** An instrument that takes such a symbol takes the addresses along that still lead to the other one. */
export const warnAboutTakenSymbol: WarningCheck<{ id: string; symbol: string }> = warnAboutFormerSymbol(
  "symbol",
  (typed, owner, { before }) =>
    owner.id === before?.id
      ? undefined
      : `${leadsTo(typed, owner)} Saved, ${typed} leads here, and all that is there of ${owner.symbol} stays with ${owner.symbol}.`,
);

const leadsTo = (typed: string, { symbol, name }: FormerOwner) =>
  `${typed} is a former symbol of ${symbol}, ${name}, and leads there.`;

/** @param say what is in doubt about a record that gets a former symbol */
function warnAboutFormerSymbol<Row extends object>(
  property: string,
  say: (typed: string, owner: FormerOwner, intended: Intended<Row>) => string | undefined,
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
      const said = owner && say(symbol, owner, each);
      return said ? { [property]: said } : {};
    });
  };
}

/** The symbol that a record gets, in capitals; undefined where it keeps the one it has, or has none. */
function newSymbol<Row extends object>({ values, before }: Intended<Row>, property: string) {
  const had = (before as Readonly<Record<string, unknown>> | undefined)?.[property];
  const { [property]: typed } = values;
  if (typeof typed !== "string") return undefined;
  const symbol = symbolOf(typed);
  return typeof had === "string" && symbolOf(had) === symbol ? undefined : symbol;
}

/** The instrument that a record belongs to. */
export const instrumentIn = (record: object | undefined) =>
  (record as { instrument?: { id: string } | null } | undefined)?.instrument?.id;
