const LETTERS = { receipt: "R", "credit note": "C" } as const;

/** Numbers are padded to this many digits, so that they sort as text. */
const DIGITS = 6;

const formatNumber = (series: keyof typeof LETTERS, number: number) =>
  `${LETTERS[series]}-${String(number).padStart(DIGITS, "0")}`;

/** A receipt's number as people read it: R-000123. Empty if no money came in. */
export const receiptName = (number: number | null): string =>
  number === null ? "" : formatNumber("receipt", number);

/** A credit note's number: C-000004. Empty if nothing was refunded. */
export const creditNoteName = (number: number | null): string =>
  number === null ? "" : formatNumber("credit note", number);

/** The payer's address of a receipt and its credit note. Staff find both at the payment. */
export const receiptPath = (paymentId: string): string => `/dashboard/receipts/${paymentId}`;
export const creditNotePath = (paymentId: string): string => `${receiptPath(paymentId)}/credit-note`;
export const staffReceiptPath = (paymentId: string): string => `/admin/payments/${paymentId}/receipt`;
export const staffCreditNotePath = (paymentId: string): string => `/admin/payments/${paymentId}/credit-note`;

/** The staff's refund form for a payment. */
export const refundPath = (paymentId: string): string => `/admin/payments/${paymentId}/refund`;

/** The receipt and credit note numbers that a search may mean, with or without leading zeros. */
export function parseNumbers(words: string): { receipt: number | null; creditNote: number | null } {
  const [, letter, digits] = /^([RC])-0*([1-9]\d{0,8})$/i.exec(words.trim()) ?? [];
  const number = digits === undefined ? null : Number(digits);
  return letter?.toUpperCase() === LETTERS.receipt
    ? { receipt: number, creditNote: null }
    : { receipt: null, creditNote: number };
}
