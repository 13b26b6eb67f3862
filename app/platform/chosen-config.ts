/** Calls that waited from a day on or earlier are due since another delay began, and what is public stays so. */
export type RecordPromise = Readonly<{
  /** yyyy-mm-dd: what waits from this day or earlier was due when the delay was changed last. */
  through: string;
  /** The delay under which it was due. */
  days: number;
  /** When the delay that holds now began. */
  since: Date;
}>;

/** Who sells, as it is configured; the rate of the tax with two decimals. */
export type ConfiguredSeller = Readonly<{
  name: string;
  address: readonly string[];
  taxId?: string;
  vat?: Readonly<{ name: string; rate: string }>;
}>;

/** What of the configuration the owner may set, as it holds. */
type Settable = Readonly<{
  siteName: string;
  supportPhone: string;
  supportEmail?: string;
  seller: ConfiguredSeller;
  fewerAdsForMembers: boolean;
  disclosureRequired: boolean;
  trackRecordDays?: number;
  recordPromise?: RecordPromise;
}>;

/** What the owner set in the back-office of what the environment says too. What was never set is absent. */
export type ChosenConfig = Readonly<{
  siteName?: string;
  supportPhone?: string;
  /** Empty for none. */
  supportEmail?: string;
  seller?: Readonly<{
    name?: string;
    address?: readonly string[];
    taxId?: string | null;
    vat?: Readonly<{ name: string; rate: string }>;
  }>;
  fewerAdsForMembers?: boolean;
  disclosureRequired?: boolean;
  /** Null for never. */
  trackRecordDays?: number | null;
  recordPromise?: RecordPromise;
}>;

/** The configuration as it holds: each value the owner's where there is one, else the environment's. */
export function withChosen<Said extends Settable>(said: Said, chosen: ChosenConfig): Said {
  const siteName = chosen.siteName ?? said.siteName;
  return {
    ...said,
    siteName,
    supportPhone: chosen.supportPhone ?? said.supportPhone,
    supportEmail: (chosen.supportEmail ?? said.supportEmail) || undefined,
    seller: sellerOf(said, chosen, siteName),
    fewerAdsForMembers: chosen.fewerAdsForMembers ?? said.fewerAdsForMembers,
    disclosureRequired: chosen.disclosureRequired ?? said.disclosureRequired,
    trackRecordDays:
      chosen.trackRecordDays === undefined ? said.trackRecordDays : (chosen.trackRecordDays ?? undefined),
    recordPromise: chosen.recordPromise,
  };
}

/** Who sells is called as the site is until somebody says otherwise, and follows it when that changes. */
function sellerOf(said: Settable, { seller = {} }: ChosenConfig, siteName: string): Settable["seller"] {
  const named = said.seller.name === said.siteName ? siteName : said.seller.name;
  return {
    name: seller.name ?? named,
    address: seller.address ?? said.seller.address,
    taxId: seller.taxId === undefined ? said.seller.taxId : (seller.taxId ?? undefined),
    vat: seller.vat,
  };
}
