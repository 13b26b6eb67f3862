/** A promise made under an earlier publication delay: calls that were already due stay public. */
export type RecordPromise = Readonly<{
  /** yyyy-mm-dd: calls waiting since this day or earlier were due when the delay last changed. */
  through: string;
  /** The delay that applied to them. */
  days: number;
  /** When the current delay began. */
  since: Date;
}>;

/** The seller on receipts; the tax rate has two decimals. */
export type ConfiguredSeller = Readonly<{
  name: string;
  address: readonly string[];
  taxId?: string;
  vat?: Readonly<{ name: string; rate: string }>;
}>;

/** Settings of the environment that the owner can override. */
type Settable = Readonly<{
  siteName: string;
  supportPhone: string;
  supportEmail?: string;
  seller: ConfiguredSeller;
  fewerAdsForMembers: boolean;
  disclosureRequired: boolean;
  secondPerson?: boolean;
  trackRecordDays?: number;
  recordPromise?: RecordPromise;
}>;

/** The owner's overrides from the back-office. Absent: never set. */
export type ChosenConfig = Readonly<{
  siteName?: string;
  supportPhone?: string;
  /** Empty means no address. */
  supportEmail?: string;
  seller?: Readonly<{
    name?: string;
    address?: readonly string[];
    taxId?: string | null;
    vat?: Readonly<{ name: string; rate: string }>;
  }>;
  fewerAdsForMembers?: boolean;
  disclosureRequired?: boolean;
  secondPerson?: boolean;
  /** Null means never. */
  trackRecordDays?: number | null;
  recordPromise?: RecordPromise;
}>;

/** The effective configuration: the owner's value if there is one, otherwise the environment's. */
export function withOwnerSettings<Base extends Settable>(base: Base, chosen: ChosenConfig): Base {
  const siteName = chosen.siteName ?? base.siteName;
  return {
    ...base,
    siteName,
    supportPhone: chosen.supportPhone ?? base.supportPhone,
    supportEmail: (chosen.supportEmail ?? base.supportEmail) || undefined,
    seller: effectiveSeller(base, chosen, siteName),
    fewerAdsForMembers: chosen.fewerAdsForMembers ?? base.fewerAdsForMembers,
    disclosureRequired: chosen.disclosureRequired ?? base.disclosureRequired,
    trackRecordDays:
      chosen.trackRecordDays === undefined ? base.trackRecordDays : (chosen.trackRecordDays ?? undefined),
    secondPerson: chosen.secondPerson,
    recordPromise: chosen.recordPromise,
  };
}

/** Without a seller name the site name is used, and follows its changes. */
function effectiveSeller(
  base: Settable,
  { seller = {} }: ChosenConfig,
  siteName: string,
): Settable["seller"] {
  const named = base.seller.name === base.siteName ? siteName : base.seller.name;
  return {
    name: seller.name ?? named,
    address: seller.address ?? base.seller.address,
    taxId: seller.taxId === undefined ? base.seller.taxId : (seller.taxId ?? undefined),
    vat: seller.vat,
  };
}
