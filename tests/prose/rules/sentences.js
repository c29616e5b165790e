// Sentences of at most `longest` words that begin with none of the `openings`, unless they ask. Headings and cells are names.
const { sentencesOf } = require("./text");

module.exports = (context, { longest, openings }) => {
  const { RuleError, Syntax, report } = context;
  const check = (node) => {
    for (const { sentence, words } of sentencesOf(node)) {
      if (words.length > longest) {
        report(sentence, new RuleError(`${words.length} words, expected at most ${longest}`));
      }
      if (node.type === Syntax.Paragraph && openings.includes(words[0]) && !words.at(-1).endsWith("?")) {
        report(sentence, new RuleError(`begins with ${words[0]}, expected the subject or a verb`));
      }
    }
  };
  return { [Syntax.Paragraph]: check, [Syntax.Header]: check, [Syntax.TableCell]: check };
};
