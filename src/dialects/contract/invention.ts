export type Ended = 'call' | 'block' | 'answer' | 'mark';

export type Beginning = 'invention' | 'other' | 'open';

/** Contract: longer text never changes an answer other than `open`, however it is cut into pieces. */
export function readBeginning(text: string, ended: Ended): Beginning {
  const head = text.slice(0, longest);
  const tag = readTag(head.toLowerCase());
  if (tag !== 'other' || ended === 'mark') return tag;
  if (
    results.test(head) ||
    told.test(head) ||
    (ended === 'call' ? weakLabel : label).test(head) ||
    heading.test(head)
  )
    return 'invention';
  return text.length < longest && (mayBeResults(head) || mayBeLabel(head) || mayBeTold(head))
    ? 'open'
    : 'other';
}

/** No label is longer. In characters. */
const longest = 100;

const tags = [
  '<tool_response',
  '<tool_result',
  '<tool_output',
  '<function_result',
  '<function_response',
  '<observation>',
  '<|tool_response',
  '<|im_start|>',
  '<|start_header_id|>',
  '<|start|>',
  '<|user|>',
  '<|tool|>',
  '<|observation|>',
  '<start_of_turn>',
  '<start_function_response',
  '<｜user｜>',
  '<｜tool▁output',
  '[tool_results]',
  '[inst]',
];

function readTag(text: string): Beginning {
  if (tags.some(tag => text.startsWith(tag))) return 'invention';
  return tags.some(tag => tag.startsWith(text)) ? 'open' : 'other';
}

/** Only the user's side writes the contract's own results and messages of tools like this, also in a code block. */
const results =
  /^(?:[`~]{3,}\w*\s+)?[[\s]*\{\s*(?:["']?(?:tool_?)?(?:results?|responses?|outputs?|observations?)["']?\s*:|["']?type["']?\s*:\s*["'](?:tool_?|function_?)?(?:results?|responses?|outputs?)["']|["']?role["']?\s*:\s*["'](?:tool|function|user)["'])/i;

function mayBeResults(text: string): boolean {
  return /^(?:[`~]+\w*|(?:[`~]{3,}\w*\s+)?[[\s]*(?:\{\s*["']?\w{0,20}["']?\s*(?::\s*["']?\w{0,20})?)?)$/.test(
    text,
  );
}

const told =
  /^[#*_\s[]{0,7}(?:tool|function) [`"'*]{0,2}[\w.:/-]{1,64}[`"'*]{0,2} (?:has )?(?:returned|responded|answered)[\s:：.,]/i;

function mayBeTold(text: string): boolean {
  return /^[#*_\s[]{0,7}(?:tool|function)(?: (?:[`"'*]{0,2}[\w.:/-]{0,64}[`"'*]{0,2}(?: [a-z]{0,9}(?: [a-z]{0,9})?)?)?)?$/i.test(
    text,
  );
}

const sources = '(?:tool|function)s?(?:[ _]calls?)?[ _](?:results?|responses?|outputs?)';
const named = '(?: (?:of|for|from) [^:：\\n]{1,64}?)?';
const speakers = 'user|human|assistant|system|observations?';
const decoration = '[#*_\\s[]{0,7}';
const label = labelled(`(?:${sources}${named}|results? of [^:：\\n]{1,64}?|${speakers})`);
const weakLabel = labelled(
  `(?:${sources}${named}|results? of [^:：\\n]{1,64}?|${speakers}|(?:results?|outputs?|responses?)${named})`,
);
const heading = new RegExp(`^(?:#{1,6} |\\*\\*)(?:${sources}|${speakers})(?:\\*\\*)?[ \\t]*\\n`, 'i');

function labelled(words: string): RegExp {
  return new RegExp(`^${decoration}${words}[*_\\]]{0,4} ?[:：]`, 'i');
}

const firstWords = 'tool tools function functions result results output outputs response responses '
  .concat('user human assistant system observation observations')
  .split(' ');

function mayBeLabel(text: string): boolean {
  const [, word = '', rest = ''] = /^[#*_\s[]{0,7}([a-z]{0,16})([^:：]*)$/i.exec(text) ?? ['', '-'];
  if (rest.includes('\n')) return false;
  const lower = word.toLowerCase();
  return rest === '' ? firstWords.some(each => each.startsWith(lower)) : firstWords.includes(lower);
}
