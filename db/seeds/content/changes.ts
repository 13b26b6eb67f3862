/** An entry of the change log; `record` is the title (or address, or name) of a record of the demo. */
export type ChangeContent = {
  staff: string;
  action: "added" | "edited" | "deleted";
  resource: "news" | "daily-brief" | "stock-picks" | "trade-alert" | "videos" | "ads" | "packages" | "market";
  record: string;
  /** names of the fields that changed, as the API calls them */
  fields: readonly string[];
  hoursAgo: number;
};

const EDITOR = "editor@demo.test";
const ADMIN = "admin@demo.test";
const SUPERADMIN = "superadmin@demo.test";

export const CHANGES: readonly ChangeContent[] = [
  {
    staff: EDITOR,
    action: "added",
    resource: "news",
    record: "Chip-tool orders turn up as new lines in Arizona and Dresden fill",
    fields: [],
    hoursAgo: 1.4,
  },
  { staff: ADMIN, action: "added", resource: "trade-alert", record: "AVGO", fields: [], hoursAgo: 2.1 },
  {
    staff: EDITOR,
    action: "edited",
    resource: "news",
    record: "Brent slips below 70 dollars while tankers queue off Rotterdam",
    fields: ["content", "image"],
    hoursAgo: 3.1,
  },
  { staff: ADMIN, action: "added", resource: "daily-brief", record: "Nvidia", fields: [], hoursAgo: 4.5 },
  {
    staff: ADMIN,
    action: "edited",
    resource: "market",
    record: "Bitcoin",
    fields: ["last", "change"],
    hoursAgo: 5.2,
  },
  {
    staff: EDITOR,
    action: "added",
    resource: "news",
    record: "Warehouse robots pay for themselves in twenty-six months, and then in nineteen",
    fields: [],
    hoursAgo: 13,
  },
  {
    staff: ADMIN,
    action: "edited",
    resource: "daily-brief",
    record: "Alphabet",
    fields: ["analysis"],
    hoursAgo: 14.2,
  },
  {
    staff: EDITOR,
    action: "edited",
    resource: "videos",
    record: "Three ways a dividend can lie",
    fields: ["caption", "status"],
    hoursAgo: 16,
  },
  {
    staff: ADMIN,
    action: "edited",
    resource: "ads",
    record: "https://example.com/boxwell",
    fields: ["status"],
    hoursAgo: 41,
  },
  {
    staff: ADMIN,
    action: "edited",
    resource: "stock-picks",
    record: "COST",
    fields: ["currentYTP"],
    hoursAgo: 70,
  },
  {
    staff: SUPERADMIN,
    action: "edited",
    resource: "packages",
    record: "Private",
    fields: ["benefits"],
    hoursAgo: 118,
  },
  {
    staff: ADMIN,
    action: "deleted",
    resource: "ads",
    record: "https://example.com/northlight-pensions/winter",
    fields: [],
    hoursAgo: 166,
  },
];
