const LETTERS = { receipt: "R", "credit note": "C" } as const;

/** Digits that a number is filled up to, so that lists of numbers sort as they were given. */
const DIGITS = 6;

const written = (series: keyof typeof LETTERS, number: number) =>
  `${LETTERS[series]}-${String(number).padStart(DIGITS, "0")}`;

/** The number of a receipt as people read it: R-000123. Empty where no money came in. */
export const receiptName = (number: number | null): string =>
  number === null ? "" : written("receipt", number);

/** The number of the credit note that corrects a receipt: C-000004. Empty where nothing was given back. */
export const creditNoteName = (number: number | null): string =>
  number === null ? "" : written("credit note", number);

/** Where its payer finds a receipt, and what corrects it; staff find both at the payment. */
export const receiptPath = (paymentId: string): string => `/dashboard/receipts/${paymentId}`;
export const creditNotePath = (paymentId: string): string => `${receiptPath(paymentId)}/credit-note`;
export const staffReceiptPath = (paymentId: string): string => `/admin/payments/${paymentId}/receipt`;
export const staffCreditNotePath = (paymentId: string): string => `/admin/payments/${paymentId}/credit-note`;

/** Where staff give money of a payment back. */
export const refundPath = (paymentId: string): string => `/admin/payments/${paymentId}/refund`;

/** The numbers that somebody who types these words looks for, with or without the zeros. */
export function numbersIn(words: string): { receipt: number | null; creditNote: number | null } {
  const [, letter, digits] = /^([RC])-0*([1-9]\d{0,8})$/i.exec(words.trim()) ?? [];
  const number = digits === undefined ? null : Number(digits);
  return letter?.toUpperCase() === LETTERS.receipt
    ? { receipt: number, creditNote: null }
    : { receipt: null, creditNote: number };
}
