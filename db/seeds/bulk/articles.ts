import { NEWS_CATEGORIES } from "../../entities/news";
import { evenFraction, id, oneOf, price, TICKER, word } from "./columns";
import {
  dated,
  even,
  INSTRUMENTS,
  NUMBERS,
  namingInstruments,
  numbered,
  PUBLISHED,
  pictures,
  rows,
  type Statement,
} from "./statement";

export const news: Statement = {
  table: "news",
  alongside: ["images"],
  last: numbered("news", "title"),
  inserts: [
    pictures("news", 1400),
    rows("news", {
      ...dated("news", 0, 1400),
      title: `${word("companies", 1)} || ' ' || ${word("headlines", 2)} || ' #' || n`,
      content: `${word("articleParagraphs", 3)} || E'\\n\\n' || ${word("articleParagraphs", 4)}`,
      image_id: id("news picture"),
      category: oneOf(5, even(NEWS_CATEGORIES)),
      author: word("authors", 7),
      status: PUBLISHED,
    }),
  ],
};

export const briefs: Statement = {
  table: "daily_briefs",
  last: numbered("daily_briefs", "company_name"),
  once: namingInstruments("daily_briefs"),
  inserts: [
    ...INSTRUMENTS,
    rows("daily_briefs", {
      ...dated("brief", 0, 1400),
      company_name: `${word("companies", 1)} || ' #' || n`,
      ticker: TICKER,
      headline: `${word("companies", 1)} || ' ' || ${word("headlines", 2)}`,
      analysis: `${word("briefParagraphs", 3)} || E'\\n\\n' || ${word("briefParagraphs", 4)}`,
      buy_zone_min: `round(${price(2)} * 0.94, 8)`,
      buy_zone_max: `round(${price(2)} * 0.98, 8)`,
      status: PUBLISHED,
      author: word("authors", 7),
    }),
  ],
};

export const alerts: Statement = {
  table: "trade_alerts",
  last: numbered("trade_alerts", "name"),
  inserts: [
    ...INSTRUMENTS,
    rows(
      "trade_alerts",
      {
        ...dated("alert", 0, 1000),
        ticker: TICKER,
        name: `${word("companies", 1)} || ' #' || n`,
        tag: "case when up > 0 then 'buy' else 'sell' end",
        target_price: "round(price * (1 + up * 0.09), 8)",
        analysis: word("alertParagraphs", 3),
        holding_period: oneOf(4, [
          ["'1 week'", 3],
          ["'2 weeks'", 4],
          ["'1 month'", 5],
          ["'2 months'", 2],
        ]),
        current_price: "price",
        daily_change: `round((${evenFraction(5)} * 8 - 4)::numeric, 2)`,
        stop_loss: "round(price * (1 - up * 0.05), 8)",
      },
      `(select n, ${price(2)} as price, case when ${evenFraction(6)} < 0.6 then 1 else -1 end as up from ${NUMBERS}) as priced`,
    ),
  ],
};

export const videos: Statement = {
  table: "videos",
  last: numbered("videos", "title"),
  inserts: [
    rows("videos", {
      ...dated("video", 0, 1000),
      title: `${word("lessons", 1)} || ' ' || ${word("companies", 2)} || ' #' || n`,
      caption: word("alertParagraphs", 3),
      youtube_link: "'https://youtu.be/' || left(md5('video ' || n), 11)",
      status: PUBLISHED,
      is_free: `${evenFraction(4)} < 0.4`,
    }),
  ],
};
