// At most `share` of a page's sentences say what is done without saying who does it. Pages of fewer than `least` sentences
// have no share. Agents follow "by". Words that end like a participle but describe a state ("is unchanged") are no passive.
const { sentencesOf } = require("./text");

const BE = "(?:[Aa]m|[Ii]s|[Aa]re|[Ww]as|[Ww]ere|be|been|being|isn't|aren't|wasn't|weren't)";
const ADVERB = "(?:not|never|always|also|only|still|then|now|just|once|all|both|each|even|first|again|\\p{L}+ly)";
const IRREGULAR =
  "asked|begun|bound|bought|brought|broken|built|caught|chosen|cut|dealt|done|drawn|driven|fed|felt|forgotten|found|given|" +
  "held|hidden|hit|kept|known|laid|led|left|lent|lost|made|meant|met|overwritten|paid|put|read|rewritten|rebuilt|said|" +
  "seen|sent|set|shown|shut|split|spent|spread|stopped|stuck|sung|taken|taught|thought|thrown|told|understood|" +
  "withdrawn|won|worn|written";
const PARTICIPLE = `(?!un(?!der)|need|indeed|hundred)(?:\\p{Ll}+ed|${IRREGULAR})`;
const PASSIVE = new RegExp(`\\b${BE} (?:${ADVERB} ){0,2}${PARTICIPLE}\\b(?!.*\\bby\\b)`, "u");

module.exports = (context, { share, least }) => {
  const { RuleError, Syntax, report } = context;
  const found = [];
  let all = 0;
  const count = (node) => {
    for (const { sentence, text, words } of sentencesOf(node)) {
      if (words.length < 4) continue;
      all += 1;
      const match = text.replace(/\s+/g, " ").match(PASSIVE);
      if (match) found.push({ sentence, words: match[0] });
    }
  };
  return {
    [Syntax.Paragraph]: count,
    [Syntax.TableCell]: count,
    [Syntax.DocumentExit](node) {
      if (all < least || found.length <= share * all) return;
      const most = Math.floor(share * all);
      report(node, new RuleError(`${found.length} of ${all} sentences are passive without an agent, expected at most ${most}`));
      for (const { sentence, words } of found) report(sentence, new RuleError(`“${words}”: name who does it`));
    },
  };
};
