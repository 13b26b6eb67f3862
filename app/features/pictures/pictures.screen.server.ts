import type { LoaderFunctionArgs } from "@remix-run/node";
import { editFormScreen } from "~/admin-kit/form-screen.server";
import { drawChoices, pictureMarkdown } from "~/admin-kit/library/library-choices.server";
import { requireRow } from "~/admin-kit/submit.server";
import { can, type Noun } from "~/auth/permissions.server";
import { requireStaff, type StaffViewer } from "~/auth/viewer.server";
import { readBesideOr } from "~/web/optional-parts.server";
import { fileReply } from "~/web/replies.server";
import { type PictureUse, type UsingKind, usesOfPicture } from "./picture-uses.queries.server";
import { pictures } from "./pictures.resource.server";

const NOUNS: Record<UsingKind, Noun> = {
  news: "news",
  "daily-brief": "daily-briefs",
  "trade-alert": "trade-alerts",
  ads: "ads",
  banner: "banners",
  // People who may delete news see the bin.
  bin: "news",
  "settings/texts": "settings",
};

const KINDS: Record<UsingKind, string> = {
  news: "News",
  "daily-brief": "Daily brief",
  "trade-alert": "Trade alert",
  ads: "Ad",
  banner: "Banner",
  bin: "Deleted",
  "settings/texts": "Page",
};

const WITHOUT_FORM: readonly UsingKind[] = ["bin", "settings/texts"];

/** The form of a library picture, with the uses that this person may see. */
export async function loadPictureForm(args: LoaderFunctionArgs) {
  const form = await editFormScreen(pictures, args);
  const staff = await requireStaff(args, pictures.roles.write);
  const row = await requireRow(pictures, staff, args.params.id);
  const { alt } = row;
  const picture = row.image.unwrap();
  const found = await readBesideOr(
    args,
    "uses not read",
    () => usesOfPicture({ id: row.id, imageId: picture.id }),
    undefined,
  );
  return {
    ...form,
    uses: found && usesFor(staff, found),
    forTexts: pictureMarkdown({ alt, picture }),
  };
}

function usesFor(staff: StaffViewer, found: readonly PictureUse[]) {
  const known = found.filter((use): use is PictureUse & { kind: UsingKind } => use.kind in NOUNS);
  const seen = known.filter(({ kind }) => can(staff, `${NOUNS[kind]}.${kind === "bin" ? "delete" : "read"}`));
  return {
    seen: seen.map(({ kind, id, title, inText }) => ({
      title,
      kind: KINDS[kind],
      inText,
      to: WITHOUT_FORM.includes(kind) ? `/admin/${kind}/${id}` : `/admin/${kind}/${id}/edit`,
    })),
    others: known.length - seen.length,
  };
}

/** The matching pictures as a page fragment: `?search=`, and `?field=` of the form. */
export async function libraryChoices(args: LoaderFunctionArgs): Promise<Response> {
  await requireStaff(args, pictures.roles.read);
  const { searchParams } = new URL(args.request.url);
  const field = searchParams.get("field") ?? "";
  const html = await drawChoices(searchParams.get("search") ?? "", /^\w{0,50}$/.test(field) ? field : "");
  return fileReply(html, "text/html; charset=utf-8", { "Cache-Control": "private, no-store" });
}
