export function searchWords(text: string): readonly string[] {
  return text
    .slice(0, longestText)
    .toLowerCase()
    .replace(/[’']s?\b/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word.length > 1 && !fillers.has(word))
    .map(stemmed);
}

/** In characters. Some MCP servers put whole manuals into a description. */
const longestText = 2_000;

const fillers = new Set(
  'the an of to in on for and or with from by at is are be was were this that it its as into all any some my me your you we our us which what how where when who whom please can could will would should do does did use uses using used tool tools returns return have has had if there their they them these those only also not one per via such more most each other'.split(
    ' ',
  ),
);

/** Drops English endings; words of other languages mostly stay as they are. */
export function stemmed(word: string): string {
  if (word.length <= 3) return word;
  return word
    .replace(/ies$/, 'y')
    .replace(/(?<=ss|sh|ch|x|z)es$/, '')
    .replace(/(?<=[^su])s$/, '')
    .replace(/(?<=[a-z]{3})(?:ing|ed)$/, '')
    .replace(/(?<=[a-z]{3})(?:ations?|ion|ment)$/, '')
    .replace(/(?<=[a-z]{2})([bdgmnprt])\1$/, '$1')
    .replace(/(?<=[a-z]{3})e$/, '');
}
