import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { memberById, serializeMember } from "~/access/member-account.queries.server";
import { jsonWithEtag } from "~/admin-kit/api.server";
import { PHOTO_FIELD, PROFILE_FAILED, PROFILE_SAVED } from "~/auth/account.rules";
import { requireMember } from "~/auth/viewer.server";
import { profileAnswer, updateProfile } from "~/features/accounts/profile.server";
import { readApiBody } from "~/web/accepted-names.server";
import { apiAction } from "~/web/api-replies.server";
import { AppError } from "~/web/app-error.server";
import { readConditions } from "~/web/conditions.server";

const METHODS = ["GET", "HEAD", "PUT"];

export const loader = (args: LoaderFunctionArgs) =>
  apiAction(args, METHODS, async () => {
    const member = await memberById((await requireMember(args)).id);
    if (!member) throw new AppError(401, "Sign in as a member to do this.");
    return jsonWithEtag(args.request, profileAnswer(member));
  });

export const action = (args: LoaderFunctionArgs) =>
  apiAction(
    args,
    METHODS,
    async () => {
      const member = await requireMember(args);
      const saved = await updateProfile(
        member,
        await readApiBody(args, [PHOTO_FIELD]),
        readConditions(args.request),
      );
      return json({ message: PROFILE_SAVED, user: serializeMember(saved) });
    },
    PROFILE_FAILED,
  );
