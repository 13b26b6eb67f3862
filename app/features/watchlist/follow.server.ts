import { text, uuid } from "db/sql";
import { command } from "db/statement.server";
import type { MemberViewer } from "~/auth/viewer.server";
import { authorAt } from "~/features/content/authors/author.queries.server";
import { MOST_FOLLOWED } from "~/features/marks/mark.rules";
import { AppError } from "~/web/app-error.server";
import { changeMarks } from "./change-marks.server";
import { countMarks } from "./counts.queries.server";

const FOLLOW = command("authors.follow")`
  insert into followed_authors (member_id, slug, name)
  values (${uuid("memberId")}, ${text("slug")}, left(${text("name")}, 200)) on conflict do nothing`;

/**
 * Follows an author.
 * @returns the author's name
 * @throws AppError 404 without such an author, 422 above the limit
 */
export async function follow(member: MemberViewer, typed: string): Promise<string> {
  const author = await authorAt(member, typed);
  if (!author) throw new AppError(404, "Author not found.");
  const { slug, name } = author;
  await changeMarks(member.id, async (manager) => {
    await FOLLOW.run({ memberId: member.id, slug, name }, manager);
    const count = await countMarks("authors", member.id, manager);
    if (count > MOST_FOLLOWED)
      throw new AppError(422, "You follow 1,000 authors. Stop following one to follow another.");
  });
  return name;
}

const UNFOLLOW = command("authors.unfollow")`
  delete from followed_authors where member_id = ${uuid("memberId")} and slug = ${text("slug")}`;

export const unfollow = ({ id: memberId }: MemberViewer, slug: string): Promise<void> =>
  changeMarks(memberId, (manager) => UNFOLLOW.run({ memberId, slug }, manager));
