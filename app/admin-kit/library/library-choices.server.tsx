import { LibraryPicture } from "db/entities/library-picture";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { fullSizePath, pictureAttributes, type StoredPicture } from "~/platform/pictures/picture";
import { formatCount, pluralize } from "~/ui/format";
import { pendingIdField } from "~/ui/pending-picture";
import { Picture } from "~/ui/picture";
import {
  CHOICES_ID,
  COUNT_ID,
  LIBRARY_ID,
  LIBRARY_LOOK,
  LIBRARY_SEARCH,
  LIBRARY_SEARCHED,
  MAX_LIBRARY_SEARCH,
} from "~/ui/writing/library";
import { type Submission, toFormValue } from "~/web/submission.server";
import { countMatching, findRow, findSlice } from "../find.server";
import { countFound } from "../matches.server";
import type { Total } from "../resource.server";
import { containsText } from "../search-words.server";

/** The number of pictures shown: the newest matches. */
const SHOWN = 24;

type Choice = { id: string; title: string; alt?: string | null; picture: StoredPicture };
type Found = { choices: readonly Choice[]; said: string };

/** The search text and the selected picture. */
type LibrarySearch = { search: string; chosen?: string };

/** The picture library in a form, as HTML. It is closed and needs no query until somebody opens it. */
export const drawLibrary = (field: string): string =>
  renderToString(<Library search="" field={field} said="" />);

/** The search results as HTML. @param field of the form; "" to insert a picture into a text */
export async function drawChoices(search: string, field: string): Promise<string> {
  const { choices, said } = await findChoices({ search });
  return renderToString(<Choices search={search} field={field} choices={choices} said={said} />);
}

/** The library after its search button, or after a search text that was not submitted. The selected picture stays selected, and a stored upload stays stored.
 * @param field of the form's picture
 * @returns undefined if another button was pressed
 */
export async function requestedLibrary(
  submission: Submission,
  field: string,
): Promise<{ library: string } | undefined> {
  const { values, kept } = submission;
  const search = toFormValue(values[LIBRARY_SEARCH]).slice(0, MAX_LIBRARY_SEARCH).trim();
  const isSent =
    values[LIBRARY_LOOK] !== undefined || search !== toFormValue(values[LIBRARY_SEARCHED]).trim();
  if (!isSent) return undefined;
  const chosen = kept && !kept.waits ? kept.id : undefined;
  if (kept && !kept.waits) submission.kept = kept.behind ? { id: kept.behind, waits: true } : undefined;
  const { choices, said } = await findChoices({ search, chosen });
  return {
    library: renderToString(
      <Library search={search} field={field} said={said}>
        <Choices search={search} chosen={chosen} field={field} choices={choices} />
      </Library>,
    ),
  };
}

const TABLE = { entity: LibraryPicture };
const SELECT = ["id", "title", "alt", "image"] as const;

/** A library row as a choice. */
const toChoice = ({ id, title, alt, image }: LibraryPicture): Choice => ({
  id,
  title,
  alt,
  picture: image.unwrap() as StoredPicture,
});

async function findChoices({ search, chosen }: LibrarySearch): Promise<Found> {
  const words = search.slice(0, MAX_LIBRARY_SEARCH).replaceAll("\0", "").trim();
  const filter = words === "" ? undefined : containsText(TABLE, ["title", "alt"], words);
  let counting: Promise<Total> | undefined;
  const count = () => {
    counting ??= filter ? countFound(TABLE, {}, filter) : countMatching(TABLE, {});
    return counting;
  };
  const { rows } = await findSlice<LibraryPicture>(TABLE, {
    where: {},
    search: filter && { where: filter, count },
    select: SELECT,
    orderBy: { property: "createdAt", direction: "desc" },
    limit: SHOWN,
  });
  const isMissing = chosen !== undefined && !rows.some(({ id }) => id === chosen);
  const ticked = isMissing ? await findRow<LibraryPicture>(TABLE, chosen, { select: SELECT }) : undefined;
  return {
    choices: [...(ticked ? [ticked] : []), ...rows].map(toChoice),
    said: rows.length > 0 ? countInWords(await count()) : "",
  };
}

const countInWords = ({ total, capped }: Total): string =>
  total > SHOWN
    ? `The newest ${SHOWN} of ${formatCount(total)}${capped ? "+" : ""}`
    : pluralize(total, "picture");

const LABEL = "Search the library";

type LibraryProps = { search: string; field: string; said: string; children?: ReactNode };

function Library({ search, field, said, children }: LibraryProps) {
  return (
    <details id={LIBRARY_ID} className="library" data-field={field} open={children !== undefined}>
      <summary className="btn btn--sm">Choose from the library</summary>
      {/* The target of Enter in any field: otherwise the search button would be first. */}
      <button type="submit" className="sr" tabIndex={-1} aria-hidden="true">
        Save
      </button>
      <p className="library-search">
        <input
          type="search"
          className="input"
          name={LIBRARY_SEARCH}
          aria-label={LABEL}
          placeholder="Title or alt text"
          maxLength={MAX_LIBRARY_SEARCH}
          defaultValue={search}
        />
        <input type="hidden" name={LIBRARY_SEARCHED} defaultValue={search} />
        {/* Without script the form returns to the library. */}
        <button
          type="submit"
          className="btn btn--sm"
          name={LIBRARY_LOOK}
          value="on"
          formAction={`#${LIBRARY_ID}`}
          formNoValidate
        >
          {LABEL}
        </button>
      </p>
      <p id={COUNT_ID} className="meta" role="status">
        {said}
      </p>
      <div id={CHOICES_ID}>{children}</div>
    </details>
  );
}

type ChoicesProps = LibrarySearch & { field: string; choices: readonly Choice[]; said?: string };

function Choices({ search, chosen, field, choices, said }: ChoicesProps) {
  if (choices.length === 0) {
    return (
      <p className="meta">
        {search ? `No picture in the library matches “${search}”.` : "The library is empty."}{" "}
        <a href="/admin/pictures/new" target="_blank" rel="noopener">
          Add a picture
        </a>
      </p>
    );
  }
  return field === "" ? (
    <ForTexts choices={choices} said={said} />
  ) : (
    <ForField chosen={chosen} field={field} choices={choices} said={said} />
  );
}

/** Choices for the form's field. */
const ForField = ({ chosen, field, choices, said }: Omit<ChoicesProps, "search">) => (
  <fieldset data-said={said}>
    <legend className="sr">Pictures in the library</legend>
    <div className="library-choices">
      {choices.map(({ id, title, picture }) => (
        <label key={id}>
          <input type="radio" name={pendingIdField(field)} value={id} defaultChecked={id === chosen} />
          <Thumbnail picture={picture} />
          <span>{title}</span>
        </label>
      ))}
      <label>
        <input type="radio" name={pendingIdField(field)} value="" />
        <span>None of these</span>
      </label>
    </div>
  </fieldset>
);

/** Buttons that insert a picture at the cursor. */
const ForTexts = ({ choices, said }: Pick<ChoicesProps, "choices" | "said">) => (
  <div className="library-choices" data-said={said}>
    {choices.map(({ id, title, ...shown }) => (
      <button key={id} type="button" data-markdown={pictureMarkdown(shown)}>
        <Thumbnail picture={shown.picture} />
        <span>{title}</span>
      </button>
    ))}
  </div>
);

const Thumbnail = ({ picture }: Pick<Choice, "picture">) => (
  <Picture {...pictureAttributes(picture)} alt="" ratio="3x2" sizes="10rem" />
);

/** The Markdown for a library picture. Its title is for staff only. */
export const pictureMarkdown = ({ alt, picture }: Pick<Choice, "alt" | "picture">): string =>
  `![${(alt ?? "").replace(/[\\[\]]/g, "\\$&")}](${fullSizePath(picture)})`;
