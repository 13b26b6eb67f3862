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
import { loadPrices } from "./price-history.queries.server";
import { type ImportOutcome, importPrices } from "./price-history.server";
import { loadJumps } from "./price-jumps.queries.server";
import { type ImportedPrice, MAX_PRICES, quoteLines } from "./price-lines.rules";
import { mayBeOneSymbol } from "./symbol.rules";

const FAILED = "Failed to import the prices";

/** Days per page. */
const PAGE_SIZE = 50;

const MAX_FILE_BYTES = 1024 * 1024;
/** Below the limit of a form field, so that a truncated text is never imported as complete. */
const MAX_TEXT_BYTES = 500 * 1024;

/** The most errors that the form lists. */
const NAMED_PROBLEMS = 20;

/** `/admin/instruments/{id}/prices`: an instrument's prices by day, with the import form. */
export async function pricesScreen(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, instruments.roles.read);
  const { id, symbol, name, currency } = await requireRow(instruments, staff, args.params.id);
  const page = requestedPageNumber(args.request);
  const [{ prices, total }, jumps] = await Promise.all([
    loadPrices(id, pageRange(page, PAGE_SIZE)),
    loadJumps(id),
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

/**
 * Imports the prices of a file or a pasted text. One error rejects all of them, and the form lists the errors
 * by line.
 */
export async function importPricesAction(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, instruments.roles.write);
  const row = await requireRow(instruments, staff, args.params.id);
  const submission = await readSubmission(args.request, ["file"]);
  return catchAppError(
    args,
    FAILED,
    async () => {
      const { prices, currency, whose, problems, leftOut } = readPriceCsv(sentText(submission), {
        today: await siteToday(),
        symbol: row.symbol,
        currency: row.currency ?? null,
      });
      if (problems.length > 0) throw refused(problems);
      if (prices.length === 0) throw refused(leftOut);
      await requirePriceConfirmation(submission, row, prices, whose);
      const outcome = await importPrices(staff, row, prices, currency);
      const text = importSummary(outcome, leftOut);
      return redirectWithToast(instrumentPath(row.id, "prices"), { tone: "good", text });
    },
    (error) => formErrorReply(error, FAILED, { text: textToShow(submission) }),
  );
}

/**
 * @param whose the symbol in the file
 * @throws AppError 422 for prices far from those around them, or for another symbol, until the box is ticked
 */
async function requirePriceConfirmation(
  submission: Submission,
  { id: instrumentId, symbol }: { id: string; symbol: string },
  prices: readonly ImportedPrice[],
  whose?: string,
): Promise<void> {
  const isOther = whose !== undefined && !mayBeOneSymbol(symbol, whose);
  const symbolWarnings = isOther ? [`The file says that its prices are for ${whose}, not for ${symbol}`] : [];
  const found = await findCloseWarnings(prices.map((price) => ({ ...price, instrumentId })));
  const warnings = found.flatMap((sentences, nth) =>
    Object.values(sentences).map((words) => `${prices[nth]?.day}: ${words}`),
  );
  requireConfirmation(submission, listSentences([...symbolWarnings, ...warnings]), "imported");
}

/** @throws AppError 422 if nothing, or too much, was sent */
function sentText({ values, files: { file } }: Submission): string {
  if (file?.tooLarge || (file?.bytes.length ?? 0) > MAX_FILE_BYTES)
    throw refused(["The file is larger than 1 MB"]);
  if (file && file.bytes.length > 0) {
    const decoded = decodeText(file.bytes);
    if (decoded === undefined) throw refused([NOT_TEXT]);
    return decoded;
  }
  const text = String(values.text ?? "");
  if (Buffer.byteLength(text) > MAX_TEXT_BYTES)
    throw refused(["The pasted text is larger than 500 kB: choose a file instead"]);
  if (text.trim() === "") throw refused(["Choose a file or paste its text"]);
  return text;
}

/** The text that the form shows again: a file's text appears as pasted, if it fits. */
function textToShow({ values, files: { file } }: Submission): string {
  const sent = file && file.bytes.length > 0 ? (decodeText(file.bytes) ?? "") : String(values.text ?? "");
  return Buffer.byteLength(sent) > MAX_TEXT_BYTES ? "" : sent;
}

const refused = (problems: readonly string[]): AppError =>
  new AppError(422, `Nothing was imported: ${pluralize(problems.length, "problem")} to fix`, {
    fieldErrors: listSentences(problems),
  });

/** The first sentences, and the number of the others. */
function listSentences(sentences: readonly string[]): Record<string, string> {
  const first = sentences.slice(0, NAMED_PROBLEMS);
  const more = sentences.length - first.length;
  const listed = more > 0 ? [...first, `And ${formatCount(more)} more`] : first;
  return Object.fromEntries(listed.map((sentence, nth) => [`problem ${nth + 1}`, sentence]));
}

function importSummary({ added, changed, same }: ImportOutcome, leftOut: readonly string[]): string {
  const summary = `${pluralize(added, "price")} added, ${formatCount(changed)} changed, ${formatCount(same)} unchanged`;
  if (leftOut.length === 0) return summary;
  return `${summary}; ${pluralize(leftOut.length, "line")} left out: ${quoteLines(leftOut)}`;
}
