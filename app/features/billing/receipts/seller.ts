import type { Vat } from "./vat.rules";

/** The seller on receipts and in emails. */
export type Seller = {
  name: string;
  /** Address lines. Empty if the operator has set none. */
  address: readonly string[];
  /** With its label: "VAT GB 123 4567 89". */
  taxId?: string;
  /** Absent if receipts show no tax. */
  vat?: Vat;
};
