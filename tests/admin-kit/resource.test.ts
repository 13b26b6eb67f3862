import type { Mail } from "db/entities/mail";
import type { Member } from "db/entities/member";
import type { News } from "db/entities/news";
import type { Staff } from "db/entities/staff";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { Editable, Exposed, Removable, Resource } from "~/admin-kit/resource.server";
import { allOrVisible, isRemovable, isResource } from "~/admin-kit/resource.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { VISITOR } from "~/auth/viewer-types.server";
import { members } from "~/features/accounts/members.resource.server";
import { payments } from "~/features/billing/payments/payments.resource.server";
import { news } from "~/features/content/news/news.resource.server";
import { mails } from "~/features/mail/mails.resource.server";
import { admins } from "~/features/staff/admins.resource.server";

describe("a resource declaration", () => {
  // For the compiler: `npm run types` fails if one of these is wrong.
  it("is accepted by a function that needs a part only if it has that part", () => {
    expectTypeOf(news).toExtend<Resource<News>>();
    expectTypeOf(members).toExtend<Editable<Member> & Exposed<Member>>();
    expectTypeOf(members).not.toExtend<Removable<Member>>();
    expectTypeOf(admins).toExtend<Removable<Staff> & Exposed<Staff>>();
    expectTypeOf(admins).not.toExtend<Editable<Staff>>();
    expectTypeOf(mails).not.toExtend<Editable<Mail>>();
    expectTypeOf(mails).not.toExtend<Removable<Mail>>();
    expectTypeOf(mails).not.toExtend<Exposed<Mail>>();
    expectTypeOf(payments).not.toHaveProperty("entity");
  });

  it("is recognised by its parts at run time", () => {
    expect([news, members, admins, mails].map((each) => isResource(each as Resource<News>))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect([isRemovable(news), isRemovable(admins), isRemovable(members), isRemovable(payments)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe("readers restricted to published rows", () => {
  const staff = (role: StaffViewer["role"]): StaffViewer => ({
    kind: "staff",
    id: "",
    sessionId: "",
    email: "",
    fullname: "",
    role,
  });

  const SEEN = { status: "published" };

  it("are all without access to every row", () => {
    expect(allOrVisible("news.read", VISITOR, SEEN)).toEqual(SEEN);
    expect(allOrVisible("ads.read", staff("editor"), SEEN)).toEqual(SEEN);
    expect(allOrVisible("news.read", staff("editor"), SEEN)).toEqual({});
    expect(allOrVisible("ads.read", staff("admin"), SEEN)).toEqual({});
  });
});
