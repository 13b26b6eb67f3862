import type { Vat } from "./vat.rules";

/** Who sells, as receipts and mails name it. */
export type Seller = {
  name: string;
  /** Its lines; none where the operator has said none. */
  address: readonly string[];
  /** With the words that belong to it: "VAT GB 123 4567 89". */
  taxId?: string;
  /** Absent where receipts have no line for it. */
  vat?: Vat;
};
