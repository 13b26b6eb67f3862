import type { MemberStatus, Tier } from "../../entities/member";
import type { StaffRole, StaffStatus } from "../../entities/staff";

/** One password for every account of the demo; the addresses end in a domain that cannot receive mail. */
export const DEMO_PASSWORD = "Openbell-demo-2026";

export type StaffContent = {
  email: string;
  fullname: string;
  role: StaffRole;
  status: StaffStatus;
  daysAgo: number;
};

export const STAFF: readonly StaffContent[] = [
  {
    email: "superadmin@demo.test",
    fullname: "Agnes Thorvald",
    role: "superadmin",
    status: "active",
    daysAgo: 60,
  },
  { email: "admin@demo.test", fullname: "Marcus Adeyemi", role: "admin", status: "active", daysAgo: 59 },
  { email: "editor@demo.test", fullname: "Juno Castellan", role: "editor", status: "active", daysAgo: 58 },
  { email: "ilse.varga@demo.test", fullname: "Ilse Varga", role: "editor", status: "active", daysAgo: 33 },
  {
    email: "owen.delaney@demo.test",
    fullname: "Owen Delaney",
    role: "admin",
    status: "inactive",
    daysAgo: 52,
  },
];

export type MemberContent = {
  /** the part before the at sign; also the key that purchases and referrals use */
  name: string;
  firstname: string;
  lastname: string;
  status: MemberStatus;
  registeredDaysAgo: number;
  registeredByAdmin: boolean;
  /** a tier that staff switched on by hand, without an end */
  tierByStaff: Tier | null;
};

type Row = [
  name: string,
  firstname: string,
  lastname: string,
  registeredDaysAgo: number,
  special?: "pending" | "inactive" | "by staff" | "Premium by staff" | "Private by staff",
];

const ROWS: readonly Row[] = [
  ["premium", "Paul", "Merriweather", 59.4],
  ["private", "Priya", "Vandermeer", 59.1],
  ["odile.kamara", "Odile", "Kamara", 58.6],
  ["lapsed", "Lars", "Okafor", 57.8],
  ["basic", "Bea", "Lindgren", 57.2],
  ["imani.rourke", "Imani", "Rourke", 55.9],
  ["hugo.brandvold", "Hugo", "Brandvold", 54.3, "Premium by staff"],
  ["leopold.marsh", "Leopold", "Marsh", 51.7],
  ["jonas.pell", "Jonas", "Pell", 48.2, "inactive"],
  ["mina.aldaba", "Mina", "Aldaba", 46.5, "by staff"],
  ["bram.osei", "Bram", "Osei", 44.1],
  ["umar.delacroix", "Umar", "Delacroix", 41.9, "Private by staff"],
  ["stellan.moreau", "Stellan", "Moreau", 38.4],
  ["vera.nystrom", "Vera", "Nyström", 35.6],
  ["kaya.trevelyan", "Kaya", "Trevelyan", 31.2],
  ["anneke.dries", "Anneke", "Dries", 27.7],
  ["celia.montrose", "Celia", "Montrose", 22.3],
  ["quentin.abara", "Quentin", "Abara", 18.8],
  ["dario.whitlock", "Dario", "Whitlock", 16.4],
  ["pascal.duarte", "Pascal", "Duarte", 14.9],
  ["rosa.whitfield", "Rosa", "Whitfield", 12.1],
  ["elif.haugen", "Elif", "Haugen", 16.9],
  ["yara.hollis", "Yara", "Hollis", 8.6],
  ["greta.solano", "Greta", "Solano", 6.2],
  ["niall.forsberg", "Niall", "Forsberg", 5.1, "pending"],
  ["talia.brook", "Talia", "Brook", 3.4],
  ["zeno.albrecht", "Zeno", "Albrecht", 2.2],
  ["pending", "Penny", "Castellanos", 1.3, "pending"],
  ["farid.beaumont", "Farid", "Beaumont", 0.7],
  ["wim.castellane", "Wim", "Castellane", 0.2, "pending"],
];

/** Thirty members, the five of the demo among them, in order of registration. */
export const MEMBERS: readonly MemberContent[] = ROWS.map(
  ([name, firstname, lastname, registeredDaysAgo, special]): MemberContent => ({
    name,
    firstname,
    lastname,
    status: special === "pending" || special === "inactive" ? special : "active",
    registeredDaysAgo,
    registeredByAdmin: special?.endsWith("by staff") ?? false,
    tierByStaff:
      special === "Premium by staff" ? "Premium" : special === "Private by staff" ? "Private" : null,
  }),
).sort((a, b) => b.registeredDaysAgo - a.registeredDaysAgo);
