// npm run words: words and phrases that the glossary rejects, each with what to write instead.
import { rejectedWords } from "./glossary.mjs";

const found = rejectedWords(process.cwd());
for (const { file, line, found: words, instead } of found) {
  console.log(`${file}:${line}: "${words.trim()}"; write: ${instead}`);
}
if (found.length > 0) console.log(`${found.length} places`);
process.exitCode = found.length > 0 ? 1 : 0;
