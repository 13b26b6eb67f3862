// Sends the quotes of a file to the site: `node dist/examples/push-quotes.js quotes.json`. The file has an
// array of `{ "symbol": "UKX", "last": 8251.4 }`. Sending it again changes nothing.
import { readFile } from "node:fs/promises";
import { createOpenbell, dataOf } from "../src/index.js";

const [file = "quotes.json"] = process.argv.slice(2);
const { OPENBELL_URL = "http://localhost:3000", OPENBELL_KEY = "" } = process.env;
const openbell = createOpenbell({ baseUrl: OPENBELL_URL, token: OPENBELL_KEY });

const rows = JSON.parse(await readFile(file, "utf8"));
const answer = dataOf(await openbell.PUT("/api/markets/bulk", { body: rows }));
console.log(JSON.stringify(answer));
