// The first use of each word of the glossary on a page is a link to it. Headings, code, heads of tables and texts of links to
// other places are no uses; nor are rows that begin with code: settings, codes, routes and metrics are looked up one by one,
// not read in order, and some of these rows are made from the source. `senses` has a pattern for each word that has other meanings too: only that is a use.
const { readFileSync } = require("node:fs");
const { join } = require("node:path");

const GLOSSARY = readFileSync(join(__dirname, "../../../docs/glossary.md"), "utf8");

/** The forms of a term in text: a plural, words apart by a line's end, a capital at the begin of a sentence. */
const formsOf = (term) =>
  term
    .replace(/^\p{Ll}/u, (letter) => `[${letter}${letter.toUpperCase()}]`)
    .replace(/ /g, "\\s+")
    .replace(/y$/, "(?:y|ies)")
    .replace(/(?<!\))$/, "(?:e?s)?");

/** The terms of the glossary, each with its anchor; the longest first, so that it hides those within it. */
const TERMS = [...GLOSSARY.matchAll(/^\| ((?:<a id="[\w-]+"><\/a>)+)`?([\w ,]+)/gm)]
  .flatMap(([, anchors, terms]) => {
    const ids = [...anchors.matchAll(/"([\w-]+)"/g)].map(([, id]) => id);
    return terms.trim().split(", ").map((term, place) => ({ term, anchor: ids[place] }));
  })
  .sort((one, other) => other.term.length - one.term.length);

const ANCHORS = new Set(TERMS.map(({ anchor }) => anchor));
const LINK = /(?:^|\/)glossary\.md(?:#(.*))?$/;

const patternOf = (senses) => {
  const groups = TERMS.map(({ term }) => `(${senses[term] ?? formsOf(term)})`);
  return new RegExp(`(?<![\\w/-])(?:${groups.join("|")})(?![\\w/-])`, "gu");
};
const termOf = (found) => TERMS[found.slice(1).findIndex((group) => group !== undefined)];
const parentsOf = (node) => (node.parent ? [node.parent, ...parentsOf(node.parent)] : []);

const linter = (context, { senses = {} }) => {
  const { RuleError, Syntax, fixer, getSource, report, locator } = context;
  const uses = patternOf(senses);
  const words = patternOf({});
  const seen = new Set();
  let head = null;

  const isEntry = ({ type, children }) =>
    type === Syntax.TableRow && children[0].children[0]?.type === Syntax.Code;

  const complain = (node, { term, anchor }, [start, end], text) => {
    const message = `“${term}” is not linked at its first use: run tests/prose/link_terms.py`;
    const fix = fixer.replaceTextRange([start, end], `[${text}](glossary.md#${anchor})`);
    report(node, new RuleError(message, { padding: locator.range([start, end]), fix }));
  };

  return {
    [Syntax.Table]: (node) => (head = node.children[0]),
    [Syntax.Str](node) {
      const parents = parentsOf(node);
      if (parents.some((one) => one.type === Syntax.Header || one === head || isEntry(one))) return;
      const text = getSource(node);
      const link = parents.find(({ type }) => type === Syntax.Link || type === Syntax.LinkReference);
      const [, anchor] = link?.url?.match(LINK) ?? [];
      if (ANCHORS.has(anchor)) {
        seen.add(anchor);
      } else if (LINK.test(link?.url)) {
        for (const found of text.matchAll(words)) {
          if (seen.has(termOf(found).anchor)) continue;
          seen.add(termOf(found).anchor);
          complain(link, termOf(found), [0, getSource(link).length], text);
          break;
        }
      } else if (!link) {
        for (const found of text.matchAll(uses)) {
          if (seen.has(termOf(found).anchor)) continue;
          seen.add(termOf(found).anchor);
          complain(node, termOf(found), [found.index, found.index + found[0].length], found[0]);
        }
      }
    },
  };
};

module.exports = { linter, fixer: linter };
