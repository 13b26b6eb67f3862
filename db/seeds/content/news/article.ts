import type { NewsCategory } from "../../../entities/news";
import type { PictureOf } from "../../art/news-pictures";

/** An article of the demo. Its people and its figures are invented; it never names a date, so that it stays fresh. */
export type Article = {
  title: string;
  category: NewsCategory;
  /** null: the page shows Admin */
  author: string | null;
  status: "published" | "draft";
  /** age at the moment of seeding */
  hoursAgo: number;
  picture: PictureOf | null;
  content: string;
};
