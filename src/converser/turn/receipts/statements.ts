import { checks, workOf } from './commands.ts';
import { sentencesIn, thing, thingsIn } from './prose.ts';

export interface Statement {
  readonly start: number;
  readonly end: number;
  readonly kind: 'changed' | 'executed' | 'ran' | 'passed';
  /** They are files, or the commands that were `executed`, or the check that `ran` or `passed`. */
  readonly names: readonly string[];
}

const puts =
  'added|moved|wrote|written|saved|stored|copied|extracted|made|put|appended|inserted|entered|noted';
const changes =
  'edited|created|updated|changed|modified|fixed|corrected|refactored|renamed|deleted|removed|implemented|generated|adjusted|adapted|patched|bumped|extended|set|enabled|disabled|introduced|simplified|rewrote|rewritten|restored|reverted|formatted|tweaked|migrated|raised|lowered|increased|reduced|emptied|registered|wired';
const runs = 're-?ran|re-?run|ran|run|executed';
/** These begin something else, or say that nothing was done. */
const aside =
  'I|we|you|it|they|he|she|that|which|who|what|where|when|because|since|so|if|whether|how|why|while|until|unless|based|no|not|nothing|none|never|neither|without|below|above|here|following';
const links =
  'in|inside|into|to|as|under|at|through|over|from|of|for|with|via|using|by|on|like|about|against|than|after|before';

const joint = '(?:,|&|\\band|\\bthen|\\bbut)(?: and| then)?';
const adverbs = '(?:(?:also|just|now|already|then|first|next|even|only|again|[a-z]{2,16}ly) +){0,3}';
const speaker = /\b(?:I|we)\b/i;
const person = `${speaker.source}(?:[’']ve| have)? +${adverbs}`;
const subject = `(?:${person}|(?=,|&|and\\b|then\\b|but\\b)(?<=${person}(?!need)(?:\\w+ed|made|wrote|ran)\\b(?:(?!\\b(?:${aside})\\b)[^:(—–])*)${joint} +${adverbs})`;
const words = (not: string) => `(?: +(?!(?:${aside}|${not})\\b)[^\\s,:(—–]+){0,12}?`;
const about = (verbs: string, own: string) =>
  `${subject}(?:${verbs})(?: +(?:it|them|this|that|these|those))?(?:${words('but')} +(?:${own})(?: +the(?: file)?)?|${words(`and|then|but|${thing}|${links}`)}) +(?<list>(?<!${thing})${thing}+(?:(?: ?${joint})? +${thing}+)*)(?!${thing}|(?: ?${joint})? +${thing}| +(?:from|(?:to|as) (?:the|an?|our|your|its|my))\\b| +(?:${links})\\b[^${thing}]*${thing}|.*\\b(?:below|above|here)\\b)`;
const more = '(?:(?:now|all|still|both|also|again|\\d+) +)*';
const well = `(?: *: *| +)${more}(?:[✅✓✔]|pass(?:es|ed|ing)?|succeed(?:s|ed)?|(?:(?:is|are|came back|comes back) +)?${more}(?:green|clean|passing|happy|successful)|(?:runs?|ran|finish(?:es|ed)|completes?|completed|exit(?:s|ed)) (?:cleanly|successfully|with (?:code )?0|without errors)|(?:reports?|reported|shows?|finds?|found|has|have) (?:nothing\\b|(?:no|zero|0) (?:\\w+ )?(?:errors?|warnings?|problems?|issues?)))`;
const builds = `(?:it|everything|code|project|program|app|library|package) ${more}(?:builds|compiles|type-?checks)`;
const whose =
  '(?<!\\w)(?:(?:all|the|both|my|our|of|full|whole|entire|existing|complete|unit|integration|new|\\d+) +){0,4}';
/** "The tests pass a token" says something else, and "12 tests pass, 2 fail" more. */
const over =
  '(?= *(?:[^\\w\\s\uE000\'"]|$)| +(?:now|again|cleanly|successfully|too|as well|locally|and|without|with)\\b)(?!.*\\b(?:but|except|although|though|however|fail\\w*)\\b)';

const files = (things: readonly string[]): readonly string[] =>
  things.map(each => each.replace(/(?<=\w)(?::\d[\d:-]*|#.*)$/, '')).filter(each => isFile.test(each));
const commands: typeof files = things =>
  things.map(each => each.replace(/^(?:sudo|npx|\$) /, '')).filter(each => isCommand.test(each));
const checked: typeof files = things => things.map(workOf).filter(work => work in checks);
const notBefore = '\\b(?!.*\\b(?:earlier|previous|before|already)\\b)';
const sources: readonly (readonly [kind: Statement['kind'], pattern: string, names: typeof files])[] = [
  ['changed', about(puts, 'in|inside|into|to|as|under'), files],
  ['changed', about(changes, 'in|inside'), files],
  ['executed', about(runs, 'with|via|using'), commands],
  ['passed', `(?<!${thing})${thing}+${well}${over}`, checked],
  ['passed', `${builds}${over}`, () => ['build']],
  ...Object.entries(checks).flatMap(([check, called]): typeof sources => [
    ['ran', `${subject}(?:${runs})${words(`and|then|but|${links}`)} +${called}${notBefore}`, () => [check]],
    ['passed', `${whose}${called}${well}${over}`, () => [check]],
  ]),
];
const patterns = sources.map(([kind, source, names]) => [kind, new RegExp(source, 'gi'), names] as const);

/** It is not said of what is, by a word anywhere before it, or by one in its own clause. */
const supposed =
  /\b(?:if|unless|until|once|when|whether|would|could|should|ensure|make sure|earlier|previously|wish|suppose|assuming)\b|(?:\b(?:can|may|might|must|will|while|so that|before|after|nobody|not|no|none|never|says?|said|expect\w*|assum\w*|believe|think|hope\w*|probably|likely|supposed|want|why|how|where|which|according|some|most|other|few|your)\b|n[’']t\b|[’'](?:ll|d)\b)(?!.*(?:[,;:(–—]|\band\b|\bbut\b))/i;

export function statementsIn(text: string): readonly Statement[] {
  const found: Statement[] = [];
  for (const { start: from, words: sentence } of sentencesIn(text))
    for (const [kind, pattern, namesOf] of patternsFor(sentence))
      for (const { index, 0: said, groups } of sentence.matchAll(pattern)) {
        if (supposed.test(sentence.slice(0, index))) continue;
        const end = from + index + said.length;
        const start = end - said.replace(/^(?:[\s,&]|and\b|then\b|but\b)+/, '').length;
        const list = groups?.list?.length ?? said.length;
        found.push({ start, end, kind, names: namesOf(thingsIn(text.slice(end - list, end))) });
      }
  return found.filter(({ names }) => names.length > 0).slice(0, 50);
}

/** Engines compile a pattern when it is first used, which takes milliseconds. */
function patternsFor(sentence: string): typeof patterns {
  if (sentence.endsWith('?')) return [];
  return speaker.test(sentence) ? patterns : patterns.filter(([kind]) => kind === 'passed');
}

/** A command begins with a program, and a file has an ending; what builds and installations change is never named. */
const isCommand = /^(?!(?:ls|cat|grep|rg|find|head|tail|tree|wc|pwd|sed|echo)\b)[a-z./][\w./-]*(?: [^()]*)?$/;
const isFile =
  /^(?!https?:|(?:.*\/)?(?:dist|build|out|target|bin|coverage|node_modules)\/|.*(?:lock\.|package\.json|Cargo\.toml|pyproject\.toml|requirements)|(?:node|next|vue|nuxt|d3|three|express|chart|react|ember)\.js$|(?:re[sq]|resp(?:onse)?|request|ctx|self|this|event)\.\w+$)(?:[\w@.~/\\-]*[\w-]\.(?:[cm]?[jt]sx?|jsonc?|mdx?|txt|ya?ml|toml|ini|cfg|conf|xml|html?|s?css|less|vue|svelte|py|ipynb|rb|go|rs|java|kts?|swift|cs|cpp|cc|c|h|hpp|php|sh|sql|csv|tf|gradle|dart|lua|exs?|hs|scala|pdf|png|svg|docx|xlsx)|(?:[\w@.-]+\/)*(?:Dockerfile|Makefile|\.(?:git|docker)ignore|\.env(?:\.\w+)?))$/;
