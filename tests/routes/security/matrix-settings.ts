import { INSTRUMENT_KINDS } from "db/entities/instrument";
import { LINK_PLACES } from "~/platform/site-settings/link-places";
import { HOUSE_COLOURS } from "~/ui/brand-palette";
import { type MatrixRow, SUPERADMINS } from "./outcomes";

const emptyForm = Object.fromEntries(LINK_PLACES.map((place) => [place, ""]));

const form = (values: Record<string, string>) => ({ outcomes: SUPERADMINS, body: { form: values } });

const words = { page: "about" };

const WEBHOOK = {
  get name() {
    return `A webhook ${Math.random()}`;
  },
  address: "https://receiver.example/webhooks",
  kinds: "banners",
  keyId: "",
};

/** The owner's settings of the site. */
export const settingsRows: Record<string, MatrixRow> = {
  "/admin/settings/site": {
    GET: SUPERADMINS,
    POST: form({ name: "Openbell", supportPhone: "+44 7700 900456", ...HOUSE_COLOURS }),
  },
  "/admin/settings/seller": {
    GET: SUPERADMINS,
    POST: form({ company: "Another Company", address: "1 Other Row", taxId: "" }),
  },
  "/admin/settings/links": { GET: SUPERADMINS, POST: form({ ...emptyForm, press: "/about" }) },
  "/admin/settings/reading": {
    GET: SUPERADMINS,
    POST: form({ fewerAds: "fewer", recordDays: "30", disclosureRequired: "" }),
  },
  "/admin/settings/prices": {
    GET: SUPERADMINS,
    POST: form(Object.fromEntries(INSTRUMENT_KINDS.map((kind) => [kind, "25"]))),
  },
  "/admin/settings/keys": { GET: SUPERADMINS },
  "/admin/settings/keys/new": {
    GET: SUPERADMINS,
    POST: form({
      get name() {
        return `A key ${Math.random()}`;
      },
      reads: "content:read:premium",
      scopes: "news:read",
      expires: "30",
    }),
  },
  "/admin/settings/keys/:id": {
    table: "api_keys",
    GET: SUPERADMINS,
    POST: form({ overlap: "24" }),
  },
  "/admin/settings/keys/:id/revocation": { table: "api_keys", GET: SUPERADMINS, POST: form({}) },
  "/admin/settings/webhooks": { GET: SUPERADMINS },
  "/admin/settings/webhooks/new": { GET: SUPERADMINS, POST: form(WEBHOOK) },
  // The demo's receiver: outside the demo it does not exist.
  "/admin/settings/webhooks/received": { GET: { ...SUPERADMINS, superadmin: 404 } },
  "/admin/settings/webhooks/:id": {
    table: "webhooks",
    GET: SUPERADMINS,
    POST: form({ change: "rotate", overlap: "24" }),
  },
  "/admin/settings/webhooks/:id/edit": { table: "webhooks", GET: SUPERADMINS, POST: form(WEBHOOK) },
  "/admin/settings/webhooks/:id/deletion": { table: "webhooks", GET: SUPERADMINS, POST: form({}) },
  "/admin/settings/texts": { GET: SUPERADMINS },
  "/admin/settings/texts/:page": {
    parameters: words,
    GET: SUPERADMINS,
    POST: {
      outcomes: SUPERADMINS,
      body: {
        form: Object.defineProperty({ body: "" }, "body", {
          enumerable: true,
          // A new text each time: the same text would be no new version.
          get: () => `# Another\n\n${Math.random()}`,
        }),
      },
    },
  },
  "/admin/settings/texts/:page/versions/:number": {
    parameters: { page: "contact", number: "0" },
    GET: SUPERADMINS,
    // Readers already get this text.
    POST: { ...form({ version: "" }), readOnly: true },
  },
};
