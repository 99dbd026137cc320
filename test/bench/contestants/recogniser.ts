import { createReplyParser } from '../../../src/dialects/contract/parse-reply.ts';
import { toolDescription, toolNames, toolSchema } from '../scenario.ts';
import type { CreateContestant } from './main.ts';

/**
 * The contract's recogniser, over all of the texts below. Of the scenario it takes two figures: the characters
 * of each text (`history`), and how many of them come at a time (`fragments`; 0: all at once).
 */
export const createRecogniser: CreateContestant = async ({ scenario }) => {
  const { history: length, fragments: piece } = scenario;
  const tools = toolNames.map(name => ({ name, description: toolDescription, inputSchema: toolSchema }));
  const texts = Object.values(shapes).map(shape => shape(length));
  return async () => {
    let calls = 0;
    for (const text of texts) {
      const parser = createReplyParser({ tools });
      const size = piece === 0 ? text.length : piece;
      for (let at = 0; at < text.length; at += size) parser.push(text.slice(at, at + size));
      calls += parser.end().filter(({ type }) => type === 'call').length;
    }
    return { calls, answer: '' };
  };
};

const fill = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** Replies in which a reader that looks back or ahead would do so again and again. */
const shapes: Readonly<Record<string, (length: number) => string>> = {
  prose: length => fill('A sentence with a name, a number 42 and [brackets] (in it) that ends.\n', length),
  'one long call': length => `{"tool":"look_up","arguments":{"path":"${fill('a\\nb {"', length)}","line":1}}`,
  'open braces': length => fill('{"tool": ', length),
  'open tags': length => fill('<tool_call>{"name": ', length),
  'open fences': length => fill('```json\n{"a": [\n', length),
  'open brackets': length => fill('[look_up(path="', length),
  'many examples': length =>
    fill('For example: {"tool":"look_up","arguments":{"path":"a","line":1}}\n', length),
};

export const shapeCount = Object.keys(shapes).length;
