import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { closeForm, formOpenings } from "~/admin-kit/openings/openings.server";
import { versionOf } from "~/admin-kit/parse-submission.server";
import { withNotes } from "~/admin-kit/submit.server";
import { requireSettings } from "~/features/site-settings/settings-access.queries.server";
import { SETTINGS_KIND, SETTINGS_PATHS } from "~/features/site-settings/site-settings.rules";
import { textDiff } from "~/features/staff/changes/text-diff.rules";
import { parseOrThrow } from "~/web/app-error.server";
import { formReply, pageReply } from "~/web/form-replies.server";
import { notFound } from "~/web/replies.server";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { publishText } from "./save-text.server";
import { isStaticPage, STATIC_PAGE_LABELS, type StaticPageName, staticPagePath } from "./static-pages.rules";
import { drawnText } from "./static-pages.server";
import { PREVIEW, textSchema } from "./text-form.rules";
import {
  currentText,
  pagesWithVersions,
  versionOfText,
  versionsBefore,
} from "./text-versions.queries.server";

/** Versions of a page per listing. */
const LISTED = 20;

const textPath = (page: StaticPageName) => `${SETTINGS_PATHS.texts}/${page}`;

/** `/admin/settings/texts`: the pages whose text the owner edits. */
export async function textsScreen(args: LoaderFunctionArgs) {
  await requireSettings(args);
  const pages = await pagesWithVersions();
  return {
    pages: pages.map(({ page, newest }) => ({
      label: STATIC_PAGE_LABELS[page],
      to: textPath(page),
      readAt: staticPagePath(page),
      newest: newest && { number: newest.number, who: newest.staffName, at: newest.createdAt },
    })),
  };
}

/** @throws 404 for an unknown page */
function requirePage({ params }: LoaderFunctionArgs): StaticPageName {
  if (!isStaticPage(params.page)) throw notFound("This page does not exist.");
  return params.page;
}

/** `/admin/settings/texts/{page}`: its text and earlier versions. */
export async function textScreen(args: LoaderFunctionArgs) {
  const staff = await requireSettings(args);
  const page = requirePage(args);
  const before = Number(new URL(args.request.url).searchParams.get("before"));
  const isCounted = Number.isSafeInteger(before) && before > 0 && before < 2 ** 31;
  const [{ body, version, number }, found] = await Promise.all([
    currentText(page),
    versionsBefore(page, isCounted ? before : 2 ** 31 - 1, LISTED + 1),
  ]);
  const listed = found.slice(0, LISTED);
  const last = listed.at(-1);
  const isWhole = found.length <= LISTED;
  return {
    page,
    label: STATIC_PAGE_LABELS[page],
    readAt: staticPagePath(page),
    body,
    version,
    number,
    openings: await formOpenings(args, SETTINGS_KIND, page, staff),
    versions: [
      ...listed.map(({ number: nth, staffName, createdAt, restoredFrom }) => ({
        number: nth,
        who: staffName,
        at: createdAt,
        restoredFrom,
      })),
      ...(isWhole ? [{ number: 0, who: undefined, at: undefined, restoredFrom: null }] : []),
    ].map((line) => ({ ...line, to: `${textPath(page)}/versions/${line.number}` })),
    olderTo: isWhole || !last ? undefined : `${textPath(page)}?before=${last.number}`,
  };
}

export async function textAction(args: LoaderFunctionArgs) {
  const staff = await requireSettings(args);
  const page = requirePage(args);
  return formReply(args, "Failed to save the text", async (submission) => {
    const { body } = parseOrThrow(textSchema, submission.values);
    if (submission.values[PREVIEW] !== undefined) {
      return data({ preview: drawnText(page, body), typed: body, version: versionOf(submission) });
    }
    const result = await publishText(staff, page, { body, version: versionOf(submission) });
    await closeForm(SETTINGS_KIND, page, staff);
    const done = result.body
      ? "Nothing was published: you have not changed the text."
      : `${STATIC_PAGE_LABELS[page]} is published. Readers see it now.`;
    const text = withNotes(done, result);
    return redirectWithToast(textPath(page), { tone: "good", text });
  });
}

async function requireVersion(args: LoaderFunctionArgs, page: StaticPageName) {
  const { number = "" } = args.params;
  const version = /^\d{1,9}$/.test(number) ? await versionOfText(page, Number(number)) : undefined;
  if (!version) throw notFound("This version does not exist.");
  return version;
}

/**
 * `/admin/settings/texts/{page}/versions/{number}`: an older version, and its differences from the current
 * one.
 */
export async function textVersionScreen(args: LoaderFunctionArgs) {
  await requireSettings(args);
  const page = requirePage(args);
  const { number, body, line } = await requireVersion(args, page);
  const current = await currentText(page);
  return {
    label: STATIC_PAGE_LABELS[page],
    pageTo: textPath(page),
    number,
    who: line?.staffName,
    at: line?.createdAt,
    restoredFrom: line?.restoredFrom ?? null,
    current: current.number,
    version: current.version,
    isSame: current.body === body,
    pieces: textDiff(body, current.body),
    drawn: drawnText(page, body),
  };
}

export async function restoreTextAction(args: LoaderFunctionArgs) {
  const staff = await requireSettings(args);
  const page = requirePage(args);
  const { number, body } = await requireVersion(args, page);
  return pageReply(args, "Failed to restore the text", async () => {
    const submission = await readSubmission(args.request);
    await publishText(staff, page, { body, version: versionOf(submission), restoredFrom: number });
    const text = `${STATIC_PAGE_LABELS[page]} has the text of version ${number} again.`;
    return redirectWithToast(textPath(page), { tone: "good", text });
  });
}
