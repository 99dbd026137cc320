import { askForSummary, type Summarized } from './ask-for-summary.ts';
import { type Joining, joinGroup } from './join-summaries.ts';
import { type Part, type Passage, partText } from './passage.ts';

export interface PartRequest extends Joining {
  readonly task: string;
}

/** What is too long for the model after all is read in halves: how much a model takes is not always known. */
export async function summarizePart(part: Part, request: PartRequest, halvings = 3): Promise<Summarized> {
  const { asking, ...asked } = request;
  const answer = await askForSummary({ ...asked, text: partText(part) }, asking);
  const halves = halvings > 0 && answer.kind === 'refused' && answer.why === 'too-long' ? halvesOf(part) : [];
  const said: string[] = [];
  for (const half of halves) {
    const summarized = await summarizePart(half, request, halvings - 1);
    if (summarized.kind === 'refused') return summarized;
    said.push(summarized.text);
  }
  return said.length === 0 ? answer : joinGroup(said, request);
}

/** None of what can't be parted. */
function halvesOf(part: Part): readonly Part[] {
  const [only, another] = part;
  if (only === undefined) return [];
  if (another === undefined) return halvesOfPassage(only).map(half => [half]);
  const middle = Math.ceil(part.length / 2);
  return [part.slice(0, middle), part.slice(middle)];
}

function halvesOfPassage({ name, text, firstLine }: Passage): readonly Passage[] {
  const newline = text.indexOf('\n', text.length / 2);
  const at =
    newline === -1 || newline === text.length - 1 ? text.lastIndexOf('\n', text.length / 2) : newline;
  if (at === -1) return [];
  const [first, second] = [text.slice(0, at + 1), text.slice(at + 1)];
  return [
    { name, text: first, firstLine },
    { name, text: second, firstLine: firstLine + first.split('\n').length - 1 },
  ];
}
