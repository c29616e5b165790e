// The rules of our own, each in its file. Their options are in `.textlintrc.json`.
module.exports = {
  rules: {
    sentences: require("./sentences"),
    passives: require("./passives"),
    glossary: require("./glossary"),
  },
  rulesConfig: {},
};
