import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** @typedef {{ file: string, line: number, text: string }} UserText a text that people may see, and where it stands */

/** What is written between backquotes after one of these is a program's text. */
const PROGRAM_TAGS =
  /^(sql|raw|statement|command|script|css|String\.raw|.*\bfrom|.*\borNull.*)\b|^statement\(|^command\(|^script\(/;
/** Attributes and properties that hold something else than words. */
const PROGRAM_NAMES =
  /^(className|class|style|d|viewBox|href|to|action|src|srcSet|sizes|key|id|name|rel|pattern|path|points|transform|media|font|fontFamily|comment|query|columns|type|method|autoComplete|template|accept)$/;
/** Two words of letters, or one word that begins a sentence or names a button. */
const WORDS = /\p{L}{2,}[^\p{L}<>{}=;]{1,3}\p{L}+/u;
const ONE_WORD = /^\p{Lu}\p{Ll}+(?:[.!?…:]|\.\.\.)?$/u;
/** Statements, classes, headers, addresses and the like. */
const PROGRAM_TEXT =
  /^(select|insert|update|delete|with|create|alter|drop|from|where|order by|and|or|on|set|lock) |[{};]\s*$|^[a-z0-9-]+(?: [a-z0-9:[\]/.%-]+)*$|^\S+\/\S+$|^https?:|default-src|max-age=|no-store|^[\^(]/;

/**
 * All texts of the sources in `folder` that people may see: text in JSX, and literals of at least two words or of one
 * that begins with a capital letter. It reads the syntax only, so a few texts of programs come along.
 * @param {string} root the project's folder
 * @param {string} folder such as "app"
 * @returns {UserText[]} by file and line
 */
export function userTexts(root, folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .sort()
    .map((path) => `${folder}/${path}`)
    .flatMap((file) => textsOf(file, readFileSync(join(root, file), "utf8")));
}

/** @param {string} file @param {string} source @returns {UserText[]} */
export function textsOf(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  /** @type {UserText[]} */
  const found = [];
  /** @param {ts.Node} node @param {string} written */
  const add = (node, written) => {
    const text = written.replace(/\s+/g, " ").trim();
    if (!isForPeople(text, ts.isJsxText(node))) return;
    found.push({ file, line: tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1, text });
  };
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (isProgram(node)) return;
    if (ts.isJsxText(node)) add(node, node.text);
    else if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) add(node, node.text);
    else if (ts.isTemplateExpression(node)) {
      add(node, node.head.text + node.templateSpans.map(({ literal }) => `{…}${literal.text}`).join(""));
      for (const { expression } of node.templateSpans) visit(expression);
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** @param {string} text @param {boolean} inJsx */
function isForPeople(text, inJsx) {
  if (inJsx) return /\p{L}{2}/u.test(text);
  return ONE_WORD.test(text) || (WORDS.test(text) && !PROGRAM_TEXT.test(text));
}

/** @param {ts.Node} node whether nothing under it is for people */
function isProgram(node) {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return true;
  if (ts.isTaggedTemplateExpression(node)) return PROGRAM_TAGS.test(node.tag.getText());
  if (ts.isJsxAttribute(node) || ts.isPropertyAssignment(node))
    return PROGRAM_NAMES.test(node.name.getText());
  return false;
}
