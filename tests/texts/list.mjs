// npm run texts: every text that people may see, with its place. Texts of the specification carry a star: they stay to the letter.
import { readFileSync } from "node:fs";
import { userTexts } from "./user-texts.mjs";

const contract = new Set(readFileSync(new URL("contract-texts.txt", import.meta.url), "utf8").split("\n"));

for (const { file, line, text } of userTexts(process.cwd(), "app")) {
  console.log(`${contract.has(text) ? "*" : " "} ${file}:${line}: ${text}`);
}
