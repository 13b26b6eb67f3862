import type { EntityManager } from "@mikro-orm/postgresql";
import { FOCUS_POINTS, Image } from "db/entities/image";
import { LibraryPicture } from "db/entities/library-picture";
import { createdColumn, pictureColumn } from "~/admin-kit/columns.server";
import { IN_BIN } from "~/admin-kit/delete-question";
import { choice, optionalText, picture, text } from "~/admin-kit/fields.server";
import {
  derive,
  type Editable,
  type Removable,
  type StoredList,
  type Written,
} from "~/admin-kit/resource.server";
import { rolesFor } from "~/auth/permissions.server";
import { invalidFields } from "~/web/app-error.server";
import { MOST_TEXTS, textsShowing } from "./picture-uses.queries.server";
import { usesText } from "./pictures.rules";

const FOCUS_LABELS: Record<(typeof FOCUS_POINTS)[number], string> = {
  centre: "Centre",
  top: "Top",
  bottom: "Bottom",
  left: "Left",
  right: "Right",
};

const STAYS = "Texts show this picture, so it cannot be replaced. Add the new one as a separate picture";

/** Reusable pictures: records get a copy, texts show the original. */
export const pictures: StoredList<LibraryPicture> & Editable<LibraryPicture> & Removable<LibraryPicture> = {
  entity: LibraryPicture,
  path: "pictures",
  singular: "picture",
  noun: "pictures",
  roles: rolesFor("pictures"),
  titleOf: derive(["title"], ({ title }) => title),
  missing: "Picture not found.",
  loadFailed: "Failed to fetch the picture library",
  visibleTo: () => ({
    where: {},
    select: ["id", "title", "alt", "focus", "image", "createdAt", "updatedAt", "version"],
    listed: ["uses"],
  }),
  listing: {
    title: "Picture library",
    plural: "pictures",
    parent: { label: "News", to: "/admin/news" },
    columns: [
      pictureColumn(),
      {
        label: "Title",
        subLabel: "Alt text",
        sort: "title",
        cell: derive(["title", "alt"], ({ title, alt }) => ({
          kind: "title",
          text: title,
          sub: alt ?? undefined,
        })),
      },
      {
        label: "Used in",
        cell: derive(["uses"], ({ uses }) => ({ kind: "text", text: usesText(uses ?? "") })),
      },
      createdColumn(),
    ],
    search: { label: "Search title or alt text", in: ["title", "alt"] },
    empty: "The library is empty.",
  },
  form: {
    fields: [
      text("title", {
        label: "Title",
        maxLength: 200,
        hint: "Helps staff find the picture. Readers do not see it.",
      }),
      optionalText("alt", {
        label: "Alt text",
        maxLength: 300,
        hint: "Describes the picture for people who cannot see it. Leave empty if it is decorative.",
      }),
      {
        ...choice("focus", {
          label: "Focus point",
          hint: "This part stays visible when the picture is cropped.",
          options: FOCUS_POINTS.map((value) => ({ value, label: FOCUS_LABELS[value] })),
          initial: "centre",
        }),
        notCopied: true,
      },
      picture("image", {
        label: "Picture",
        required: true,
        library: false,
        hint: "JPEG, PNG or WebP, at most 5 MB.",
      }),
    ],
    add: { title: "Add picture", done: "Picture added successfully", failed: "Failed to save picture" },
    update: { title: "Edit picture", done: "Picture updated successfully", failed: "Failed to save picture" },
  },
  afterWrite: followPictures,
  removal: {
    note: ({ title }) => `“${title}”. Records that chose it keep their copies. ${IN_BIN}`,
    deletionBlocker: async (manager, { image }) => {
      const count = await textsShowing(image.id, manager);
      if (count === 0) return undefined;
      const texts =
        count === 1 ? "A text shows" : `${count}${count < MOST_TEXTS ? "" : " or more"} texts show`;
      return `${texts} this picture, so it cannot be deleted. To see where it is used, edit the picture.`;
    },
    bin: () => "as it was",
    done: "Picture deleted successfully",
    failed: "Failed to delete picture",
  },
};

/** Updates the copies of a picture, and keeps its file while texts show it. */
async function followPictures(
  manager: EntityManager,
  written: readonly Written<LibraryPicture>[],
): Promise<void> {
  for (const { before, after } of written) {
    if (!before || !after) continue;
    const isReplaced = before.image.id !== after.image.id;
    if (isReplaced && (await textsShowing(before.image.id, manager)) > 0)
      throw invalidFields({ image: STAYS });
    // Copies of the replaced picture keep its alt text and focus.
    const now = isReplaced ? { originId: null } : { alt: after.alt ?? "", focus: after.focus };
    if (isReplaced || before.alt !== after.alt || before.focus !== after.focus)
      await manager.nativeUpdate(Image, { originId: after.id }, now);
  }
}
