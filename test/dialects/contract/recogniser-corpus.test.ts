import assert from 'node:assert/strict';
import { createReplyParser } from '../../../src/dialects/contract/parse-reply.ts';
import type { ReplyEvent } from '../../../src/dialects/contract/reply-output.ts';
import { corpus } from './corpus/corpus.ts';
import { asWritten, type CorpusCase, corpusTools } from './corpus/corpus-case.ts';

/** What has led recognisers to look at the same text again and again. */
const monotonous = {
  prose: 'word ',
  'open braces': '{',
  'open brackets': '[',
  'open tags': '<tool_call>',
  'half tags': '<tool_',
  'inline code': '`',
  'blocks of code': '```json\n{"a": 1}\n```\n',
  'unfinished calls': '{"name": ',
  'unfinished bracket calls': '[roll(',
  'unfinished parameters': '<function=roll><parameter=dice>',
  'marks of an end': '</s>',
  'marks of an end after a call': '{"name":"roll","arguments":{"dice":"d6"}}</call></s>',
  'whole calls': '{"name":"roll","arguments":{"dice":"d6"}}\n',
  'an endless answer': '{"answer": "\\n\\u00e9 " ',
  'labels that are none': '{"name":"roll","arguments":{"dice":"d6"}}\nTool results of ',
  'an endless text': '{"name":"roll","arguments":{"dice":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
  space: ' ',
  'prompts of Python': '>>>',
  'headers of recipients': '>>>roll\n',
  'headers of actions': 'Action: roll\n',
  'actions without input': 'Action: roll\nAction Input: x\n',
  functools: 'functools[',
  'calls in the way of Python': '<function_calls>roll(dice="d6")\n',
  comments: '{"name": /* } */ ',
  'smart quotation marks': '{“name”: “',
};

describe('The recogniser of the contract', () => {
  it('knows at least 150 replies, all of them different', () => {
    const replies = Object.values(corpus).flatMap(cases => cases.map(({ reply }) => reply));
    assert.ok(replies.length >= 150, String(replies.length));
    assert.equal(new Set(replies).size, replies.length);
  });

  for (const [shape, cases] of Object.entries(corpus)) {
    for (const each of cases) {
      it(`reads ${shape}: ${each.about}`, () => {
        const whole = outcomeOf([each.reply]);
        const { reasons, ...outcome } = whole;
        assert.deepEqual(outcome, expectedOf(each));
        for (const [index, part] of (each.malformed ?? []).entries())
          assert.ok(reasons[index]?.includes(part), reasons[index]);
        for (const pieces of fragmentations(each.reply)) assert.deepEqual(outcomeOf(pieces), whole);
      });
    }
  }

  it('finds no call in the corpus if no tools are offered', () => {
    for (const { reply } of Object.values(corpus).flat()) {
      const events = parse([reply], { tools: [] });
      assert.ok(events.every(({ type }) => type !== 'call' && type !== 'proposal'));
    }
  });

  it('makes no call if prose follows any reply of the corpus', () => {
    for (const { reply, reasoning, isInvented } of Object.values(corpus).flat()) {
      if (reasoning !== undefined || isInvented) continue;
      const events = parse([`${reply}\n\nThat is all.`], { tools: corpusTools });
      if (events.some(({ type }) => type === 'malformed')) continue;
      assert.deepEqual(
        events.filter(({ type }) => type === 'call'),
        [],
        reply,
      );
    }
  });

  it('makes no other calls if a reply is cut off anywhere', () => {
    for (const { reply, calls = [], proposals = [] } of Object.values(corpus).flat()) {
      const known = new Set([...calls, ...proposals].map(call => JSON.stringify(call)));
      for (let end = 0; end < reply.length; end++) {
        const { calls: made, malformed } = outcomeOf([reply.slice(0, end)]);
        if (malformed > 0) continue;
        if (made.every(call => known.has(JSON.stringify(call)))) continue;
        // But where nothing is missing except the last brace, it is as if it were there.
        assert.deepEqual(made, outcomeOf([`${reply.slice(0, end)}}`]).calls, reply.slice(0, end));
      }
    }
  });

  it('passes on all that has come of a block of code, as soon as it comes', () => {
    const parser = createReplyParser({ tools: corpusTools });
    parser.push('```ts\n');
    for (const text of ['let', ' a = [1', '];\n', '\tlet b', ' = {}']) {
      assert.deepEqual(parser.push(text), [{ type: 'text', text }]);
    }
  });

  for (const [what, piece] of Object.entries(monotonous)) {
    it(`does work in proportion to ${what}`, () => {
      const work = (length: number, size: number) => {
        const reply = piece.repeat(Math.ceil(length / piece.length));
        const parser = createReplyParser({ tools: corpusTools });
        for (let at = 0; at < reply.length; at += size) parser.push(reply.slice(at, at + size));
        parser.end();
        return parser.work() / reply.length;
      };
      for (const size of [4, 40_000]) assert.ok(work(40_000, size) <= 2.5, String(work(40_000, size)));
      assert.ok(work(40_000, 4) <= 1.1 * work(10_000, 4));
    });
  }
});

/** Pieces of one, two and three characters, the first piece of each possible length. */
function* fragmentations(reply: string): Generator<readonly string[]> {
  for (const size of [1, 2, 3]) {
    for (let first = 1; first <= size; first++) {
      const pieces = [reply.slice(0, first)];
      for (let at = first; at < reply.length; at += size) pieces.push(reply.slice(at, at + size));
      yield pieces;
    }
  }
}

function expectedOf({
  reply,
  text = '',
  calls = [],
  proposals = [],
  malformed = [],
  reasoning = '',
  isInvented = false,
}: CorpusCase) {
  const said = text === asWritten ? reply.trimStart() : text;
  return { said, calls, proposals, malformed: malformed.length, reasoning, isInvented };
}

function outcomeOf(pieces: readonly string[]) {
  const events = parse(pieces, { tools: corpusTools });
  const joined = (type: 'text' | 'reasoning') =>
    events.map(event => (event.type === type ? event.text : '')).join('');
  const reasons = events.flatMap(event => (event.type === 'malformed' ? [event.reason] : []));
  const named = (type: 'call' | 'proposal') =>
    events.flatMap(event => (event.type === type ? [[event.call.name, event.call.arguments]] : []));
  return {
    said: joined('text'),
    calls: named('call'),
    proposals: named('proposal'),
    malformed: reasons.length,
    reasoning: joined('reasoning'),
    isInvented: events.some(({ type }) => type === 'invention'),
    reasons,
  };
}

function parse(
  pieces: readonly string[],
  { tools }: { readonly tools: typeof corpusTools },
): readonly ReplyEvent[] {
  const parser = createReplyParser({ tools });
  return [...pieces.flatMap(piece => parser.push(piece)), ...parser.end()];
}
