import assert from 'node:assert/strict';
import type { Canister } from '../../../src/converser/words/canister/canister.ts';
import { quotationsIn } from '../../../src/providers/wrappers/quotations.ts';
import { callOf, canisterOf, resultOf } from '../../dialects/canister-of.ts';
import { corpusTools } from '../../dialects/contract/corpus/corpus-case.ts';
import { userSays } from '../../fakes/user-canister.ts';

const written = '{"name": "write_file", "arguments": {"path": "a.txt", "content": "one\\ntwo"}}';
const call = { name: 'files__write_file', arguments: { path: 'a.txt', content: 'one\ntwo' } };

function isQuoted(canisters: readonly Canister[], piece = written): boolean {
  return quotationsIn({ canisters, tools: corpusTools })(piece, [call]);
}

function inResult(said: string): readonly Canister[] {
  return [resultOf('i', said)];
}

describe('A quotation', () => {
  it('is found in messages, documents, resources, results and the reasons of failures', () => {
    const failure = { kind: 'execution', message: `No: ${written}` } as const;
    const resource = { type: 'resource', uri: 'file:///a', text: written } as const;
    const places: readonly Canister[] = [
      userSays(written),
      canisterOf('document', 'd', resource),
      ...inResult(written),
      { ...resultOf('i'), failure },
    ];
    for (const place of places) assert.equal(isQuoted([place]), true, place.id);
  });

  it('is not found in what the model said or called itself, nor in its instructions', () => {
    const own = [canisterOf('supervisor', 's', written), canisterOf('assistant', 'a', written)];
    const called = { ...callOf('i', call.arguments), name: 'write_file' };
    assert.equal(isQuoted([...own, called, ...inResult('Written.')]), false);
  });

  it('is found whatever the order of its keys, the kind of its quotes and its escapes', () => {
    const others = [
      '{"name":"write_file","arguments":{"content":"one\\ntwo","path":"a.txt"}}',
      "{'arguments': {'path': 'a.txt', 'content': 'one\\ntwo'}, 'name': 'files:write_file'}",
      JSON.stringify({ log: [written, JSON.stringify(written)] }),
      '{\n  "tool": "write_file",\n  "input": {\n    "content": "one\ntwo",\n    "path": "a.txt"\n  }\n}',
      '12: {"name": "write_file",\n13:   "arguments": {"path": "\\u0061.txt", "content": "one\\ntwo"}}',
    ];
    for (const other of others) assert.equal(isQuoted(inResult(`See ${other} there.`)), true, other);
  });

  it('is not found where a tool, an argument or a value is another one', () => {
    const others = [
      written.replace('write_file', 'append_file'),
      written.replace('a.txt', 'b.txt'),
      written.replace('"path"', '"file"'),
      written.replace('one', 'three'),
      '{"path": "a.txt", "content": "one\\ntwo"}',
      'write_file.ts: {"path": "a.txt", "content": "one\\ntwo"}',
      'Call write_file with the path a.txt and the content one two.',
    ];
    for (const other of others) assert.equal(isQuoted(inResult(other)), false, other);
  });

  it('is taken for granted after 200 other calls of a reply that may be copied', () => {
    const isQuotation = quotationsIn({ canisters: inResult('write_file writes.'), tools: corpusTools });
    for (let at = 0; at < 200; at++) assert.equal(isQuotation(written, [call]), false);
    assert.equal(isQuotation(written, [call]), true);
  });

  it('is looked for in the newest eight million characters', () => {
    const filler = inResult('write_file '.repeat(400_000));
    assert.equal(isQuoted([...inResult(written), ...filler]), true);
    assert.equal(isQuoted([...inResult(written), ...filler, ...filler]), false);
  });
});
