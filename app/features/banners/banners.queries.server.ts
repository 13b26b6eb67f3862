import { Banner as BannerRecord } from "db/entities/banner";
import { columnsAs } from "db/entity-columns.server";
import { HAS_NOT_ENDED } from "db/published";
import { statement } from "db/statement.server";
import { canReadPaidContent } from "~/access/access.server";
import type { Viewer } from "~/auth/viewer.server";
import type { StoredPicture } from "~/platform/pictures/picture";
import { STORED_PICTURE } from "~/platform/pictures/stored-picture.server";
import { SharedPanel } from "~/platform/shared-panel.server";

export type Banner = {
  id: string;
  title: string;
  url: string | null;
  createdAt: Date;
  sellsMembership: boolean;
  picture: StoredPicture;
};

const ROW = {
  ...columnsAs("b", BannerRecord, "id", "title", "url", "createdAt", "sellsMembership"),
  picture: STORED_PICTURE,
};

const ALL = statement("banners.all", ROW)`
  select ${ROW} from banners b join images i on i.id = b.image_id where ${HAS_NOT_ENDED}
   order by b.created_at desc, b.id desc limit 20`;

/** Banners that have not ended, newest first. There are only a handful. */
export const banners = new SharedPanel<Banner[]>(() => ALL.allPrepared({}));

/** The banners for a reader. Readers see no offer for what they already have. */
export const withoutMembershipOffers = (viewer: Viewer, all: readonly Banner[]): readonly Banner[] =>
  canReadPaidContent(viewer) ? all.filter(({ sellsMembership }) => !sellsMembership) : all;
