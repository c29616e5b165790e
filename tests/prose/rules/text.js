// The sentences of a paragraph or a cell, as text.
const { splitAST } = require("sentence-splitter");
const { StringSource } = require("textlint-util-to-string");

/** The text of a sentence: code is one word, whatever is in it. */
const textOf = (sentence) =>
  new StringSource(sentence, {
    replacer: ({ node, maskValue }) => (node.type === "Code" ? maskValue("x") : undefined),
  }).toString();

exports.sentencesOf = (node) =>
  splitAST(node)
    .children.filter(({ type }) => type === "Sentence")
    .map((sentence) => {
      const text = textOf(sentence);
      return { sentence, text, words: text.match(/\S*[\p{L}\p{N}]\S*/gu) ?? [] };
    });
