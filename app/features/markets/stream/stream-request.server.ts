import { bearerToken } from "~/auth/sessions.server";
import { VISITOR, type Viewer, viewerOf } from "~/auth/viewer.server";
import { fieldError } from "~/web/app-error.server";
import type { RequestArgs } from "~/web/request-args.server";
import { isUuid } from "~/web/uuid";
import { IDS_PARAM, MOST_CHOSEN } from "./stream.rules";

/**
 * What a listener asks for.
 * @property ids sorted, each once; undefined for all quotes
 * @property bearer its token, which has to stay valid
 * @property owner the ID of the key or session that the token belongs to
 */
export type Asked = { ids?: readonly string[]; bearer?: string; owner?: string };

/**
 * Reads what a listener asks for. Everybody may listen, but a token that is sent has to be valid.
 * @throws AppError 422; Response 401
 */
export async function readAsked(args: RequestArgs): Promise<Asked> {
  const bearer = bearerToken(args.request);
  const viewer = bearer === undefined ? VISITOR : await viewerOf(args);
  return { ids: readIds(args.request), bearer, owner: ownerOf(viewer) };
}

function ownerOf(viewer: Viewer): string | undefined {
  if (viewer.kind === "visitor") return undefined;
  return viewer.kind === "key" ? viewer.id : viewer.sessionId;
}

function readIds({ url }: Request): readonly string[] | undefined {
  const sent = new URL(url).searchParams.getAll(IDS_PARAM);
  if (sent.length === 0) return undefined;
  const ids = [
    ...new Set(
      sent
        .join(",")
        .split(",")
        .map((id) => id.trim().toLowerCase()),
    ),
  ].sort();
  if (!ids.every(isUuid)) throw fieldError(422, IDS_PARAM, "ids must be IDs of quotes, separated by commas");
  if (ids.length > MOST_CHOSEN) throw fieldError(422, IDS_PARAM, `ids must have at most ${MOST_CHOSEN} IDs`);
  return ids;
}
