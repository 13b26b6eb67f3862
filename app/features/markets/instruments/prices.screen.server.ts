import type { LoaderFunctionArgs } from "@remix-run/node";
import { decodeText, NOT_TEXT } from "~/admin-kit/figures/read-table.server";
import { requireRow } from "~/admin-kit/submit.server";
import { requireConfirmation } from "~/admin-kit/warnings.server";
import { requireStaff } from "~/auth/viewer.server";
import { siteToday } from "~/platform/database-clock.server";
import { formatCount, pluralize } from "~/ui/format";
import { AppError, catchAppError } from "~/web/app-error.server";
import { formErrorReply } from "~/web/form-replies.server";
import { pageRange, requestedPageNumber } from "~/web/paging";
import { readSubmission, type Submission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { findCloseWarnings } from "./close-warnings.server";
import { instrumentPath } from "./instrument.rules";
import { instruments } from "./instruments.resource.server";
import { readPriceCsv } from "./price-csv.server";
import { pricesOf } from "./price-history.queries.server";
import { type ImportOutcome, importPrices } from "./price-history.server";
import { jumpsOf } from "./price-jumps.queries.server";
import { type ImportedPrice, MAX_PRICES, namedOf } from "./price-lines.rules";
import { mayBeOneSymbol } from "./symbol.rules";

const FAILED = "Failed to import the prices";

/** Days of one page. */
const PAGE_SIZE = 50;

const MAX_FILE_BYTES = 1024 * 1024;
/** Less than what is read of a field, so that no text that was cut off is taken for a whole one. */
const MAX_TEXT_BYTES = 500 * 1024;

/** Of many wrong lines, those that are named. */
const NAMED_PROBLEMS = 20;

/** `/admin/instruments/{id}/prices`: an instrument's prices by day, and the form that imports others. */
export async function pricesScreen(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, instruments.roles.read);
  const { id, symbol, name, currency } = await requireRow(instruments, staff, args.params.id);
  const page = requestedPageNumber(args.request);
  const [{ prices, total }, jumps] = await Promise.all([
    pricesOf(id, pageRange(page, PAGE_SIZE)),
    jumpsOf(id),
  ]);
  return {
    instrument: { id, symbol, name, currency },
    jumps,
    prices,
    page,
    size: PAGE_SIZE,
    total,
    most: MAX_PRICES,
  };
}

/** Imports the prices of a file or of a pasted text: all of them, or none with what is wrong line by line. */
export async function importPricesAction(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, instruments.roles.write);
  const row = await requireRow(instruments, staff, args.params.id);
  const submission = await readSubmission(args.request, ["file"]);
  return catchAppError(
    args,
    FAILED,
    async () => {
      const { prices, currency, whose, problems, leftOut } = readPriceCsv(textOf(submission), {
        today: await siteToday(),
        symbol: row.symbol,
        currency: row.currency ?? null,
      });
      if (problems.length > 0) throw refused(problems);
      if (prices.length === 0) throw refused(leftOut);
      await askAboutPrices(submission, row, prices, whose);
      const outcome = await importPrices(staff, row, prices, currency);
      const text = toldOf(outcome, leftOut);
      return redirectWithToast(instrumentPath(row.id, "prices"), { tone: "good", text });
    },
    (error) => formErrorReply(error, FAILED, { text: keptText(submission) }),
  );
}

/**
 * @param whose the symbol that the file names
 * @throws AppError 422 with the days whose prices are far from those around them, or those of another symbol, until the box is ticked
 */
async function askAboutPrices(
  submission: Submission,
  { id: instrumentId, symbol }: { id: string; symbol: string },
  prices: readonly ImportedPrice[],
  whose?: string,
): Promise<void> {
  const isOther = whose !== undefined && !mayBeOneSymbol(symbol, whose);
  const symbolWarnings = isOther ? [`The file says that its prices are of ${whose}, not of ${symbol}`] : [];
  const found = await findCloseWarnings(prices.map((price) => ({ ...price, instrumentId })));
  const warnings = found.flatMap((said, nth) =>
    Object.values(said).map((words) => `${prices[nth]?.day}: ${words}`),
  );
  requireConfirmation(submission, named([...symbolWarnings, ...warnings]), "imported");
}

/** @throws AppError 422 where nothing, or too much, was sent */
function textOf({ values, files: { file } }: Submission): string {
  if (file?.tooLarge || (file?.bytes.length ?? 0) > MAX_FILE_BYTES)
    throw refused(["The file is larger than 1 MB"]);
  if (file && file.bytes.length > 0) {
    const decoded = decodeText(file.bytes);
    if (decoded === undefined) throw refused([NOT_TEXT]);
    return decoded;
  }
  const text = String(values.text ?? "");
  if (Buffer.byteLength(text) > MAX_TEXT_BYTES)
    throw refused(["What is pasted is larger than 500 kB: send it as a file"]);
  if (text.trim() === "") throw refused(["Choose a file or paste its text"]);
  return text;
}

/** What the form shows again: a file's text as if it had been pasted, where it can be sent so. */
function keptText({ values, files: { file } }: Submission): string {
  const kept = file && file.bytes.length > 0 ? (decodeText(file.bytes) ?? "") : String(values.text ?? "");
  return Buffer.byteLength(kept) > MAX_TEXT_BYTES ? "" : kept;
}

const refused = (problems: readonly string[]): AppError =>
  new AppError(422, `Nothing was imported: ${pluralize(problems.length, "thing")} to put right`, {
    fieldErrors: named(problems),
  });

/** The first of many sentences, and how many more there are. */
function named(sentences: readonly string[]): Record<string, string> {
  const first = sentences.slice(0, NAMED_PROBLEMS);
  const more = sentences.length - first.length;
  const told = more > 0 ? [...first, `And ${formatCount(more)} more`] : first;
  return Object.fromEntries(told.map((sentence, nth) => [`problem ${nth + 1}`, sentence]));
}

function toldOf({ added, changed, same }: ImportOutcome, leftOut: readonly string[]): string {
  const told = `${pluralize(added, "price")} added, ${formatCount(changed)} changed, ${formatCount(same)} as before`;
  if (leftOut.length === 0) return told;
  return `${told}; ${pluralize(leftOut.length, "line")} left out: ${namedOf(leftOut)}`;
}
