import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createReplyParser } from '../../../src/dialects/contract/parse-reply.ts';
import { corpus } from './corpus/corpus.ts';
import { corpusTools } from './corpus/corpus-case.ts';

const { almostJson: _quoted, headed: _headed, ...shapes } = corpus;
const replies = Object.values(shapes).flatMap(cases => cases.map(({ reply }) => reply));

const token = fc.constantFrom(
  ...'{ } [ ] < > ( ) " \' ` ``` ~~~ , : \\ {"name":"roll","arguments": <tool_call> </tool_call> <think> </think>'.split(
    ' ',
  ),
  ...'[roll( <function=roll> <parameter=dice> </parameter> </function> [TOOL_CALLS] [ARGS] <|eot_id|>'.split(
    ' ',
  ),
  ...'\\u00e9 \ud83d \ude00 word <|python_tag|> "calls":[ {"results" User: <tool_resp'.split(' '),
  ...['```json\n', '\n', ' ', '{"answer": "', '<invoke name="roll">', '> ', '{"x": ', '\nTool result'],
);
const slice = fc
  .tuple(fc.constantFrom(...replies), fc.nat(400), fc.nat(400))
  .map(([reply, one, other]) => reply.slice(Math.min(one, other), Math.max(one, other)));
const anyReply = fc
  .array(fc.oneof(token, fc.constantFrom(...replies), slice), { maxLength: 8 })
  .map(parts => parts.join(''));

describe('Any reply', () => {
  it('is read the same however it is cut into pieces', () => {
    fc.assert(
      fc.property(anyReply, fc.integer({ min: 1, max: 7 }), (reply, size) => {
        assert.deepEqual(outcomeOf(reply, size), outcomeOf(reply, reply.length + 1));
      }),
      { numRuns: 3000 },
    );
  });

  it('loses nothing if it holds no call, answer or reasoning', () => {
    fc.assert(
      fc.property(anyReply, reply => {
        if (/answer|"final"|<think|<｜|<\||<\/|im_end/.test(reply)) return;
        const { said, calls, malformed } = outcomeOf(reply, 3);
        if (calls.length === 0 && malformed.length === 0) assert.equal(said, reply.trimStart());
        else assert.ok(reply.trimStart().startsWith(said));
      }),
      { numRuns: 3000 },
    );
  });

  it('makes no calls if prose follows them', () => {
    fc.assert(
      fc.property(anyReply, reply => {
        const { calls, malformed, isInvented } = outcomeOf(`${reply}\nThat is all.`, 5);
        if (malformed.length === 0 && !isInvented) assert.deepEqual(calls, []);
      }),
      { numRuns: 3000 },
    );
  });
});

function outcomeOf(reply: string, size: number) {
  const parser = createReplyParser({ tools: corpusTools });
  const events = [];
  for (let at = 0; at < reply.length; at += size) events.push(...parser.push(reply.slice(at, at + size)));
  events.push(...parser.end());
  return {
    said: events.map(event => (event.type === 'text' ? event.text : '')).join(''),
    thought: events.map(event => (event.type === 'reasoning' ? event.text : '')).join(''),
    calls: events.filter(({ type }) => type === 'call'),
    proposals: events.filter(({ type }) => type === 'proposal'),
    malformed: events.filter(({ type }) => type === 'malformed'),
    isInvented: events.some(({ type }) => type === 'invention'),
  };
}
