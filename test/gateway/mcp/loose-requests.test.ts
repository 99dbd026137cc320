import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { JsonObject, JsonValue } from '../../../src/converser/ground/json/json.ts';
import { answeringInput } from '../../../src/gateway/mcp/answering-input.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { openMcp } from './open-mcp.ts';

const id = 7;
const call = (params: JsonValue): JsonValue => ({ jsonrpc: '2.0', id, method: 'tools/call', params });
const list = (params: JsonValue): JsonValue => ({ jsonrpc: '2.0', id, method: 'tools/list', params });

/** What clients write, and what of it is left. */
const read: readonly (readonly [written: JsonValue, left: JsonValue])[] = [
  [list(null), { jsonrpc: '2.0', id, method: 'tools/list' }],
  [list({ _meta: null, cursor: null }), list({})],
  [list({ _meta: { progressToken: null, a: 1 } }), list({ _meta: { a: 1 } })],
  [call({ name: 'a', arguments: null, task: null }), call({ name: 'a' })],
  [call({ name: 'a', arguments: { b: null } }), call({ name: 'a', arguments: { b: null } })],
  [
    { id, method: 'ping' },
    { jsonrpc: '2.0', id, method: 'ping' },
  ],
  [
    { jsonrpc: '2.0', method: 'notifications/initialized', params: null },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
  ],
  [
    { jsonrpc: '2.0', id: 1, result: null },
    { jsonrpc: '2.0', id: 1, result: null },
  ],
];

/** What can't be read, and the id and reason of its answer. */
const refused: readonly (readonly [written: JsonValue, id: JsonValue, reason: RegExp])[] = [
  [list('all'), id, /params must be an object/],
  [list([1]), id, /params must be an object/],
  [{ jsonrpc: '2.0', id: null, method: 'ping' }, null, /id must be a string or an integer/],
  [{ jsonrpc: '2.0', id: 1.5, method: 'ping' }, null, /id must be/],
  [{ jsonrpc: '2.0', id }, id, /method must be a string/],
  [{ jsonrpc: '2.0', id: 'x', method: 5 }, 'x', /method must be/],
  [5, null, /must be a JSON object/],
];

async function reading(input: string, size = 7) {
  const answers: JsonObject[] = [];
  const bytes = Buffer.from(input);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
  const passed = await text(answeringInput(Readable.from(pieces), one => answers.push(one)));
  return {
    answers,
    passed: passed
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line)),
  };
}

describe('what clients of MCP write', () => {
  it('is read with null for what isn’t there', async () => {
    const lines = read.map(([written]) => `${JSON.stringify(written)}\r\n`).join('');
    const { passed, answers } = await reading(`\ufeff${lines}\n`);
    assert.deepEqual(
      passed,
      read.map(([, left]) => left),
    );
    assert.deepEqual(answers, []);
  });

  it('is answered where it can’t be read, also in a batch and in broken JSON', async () => {
    const batch = JSON.stringify(refused.map(([written]) => written));
    const { passed, answers } = await reading(`${batch}\n{"id":1,\nHello!\n`);
    assert.deepEqual(passed, []);
    assert.deepEqual(
      answers.map(({ id }) => id),
      [...refused.map(([, id]) => id), null],
    );
    for (const [index, [, , reason]] of refused.entries())
      assert.match(JSON.stringify(answers[index]), reason);
  });

  it('gets no further if a message is longer than any may be', async () => {
    await assert.rejects(reading('{'.repeat(10_000_001), 1_000_000), /too long/);
  });

  it('is read, and answered in words, over HTTP', async () => {
    const echo = createFakeEnsemble('echo', { say: args => ({ args }) });
    await using mcp = await openMcp({ ensembles: [echo] });
    const clientInfo = { name: 'x', version: '1' };
    const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo, _meta: null };
    const opened = await mcp.post({ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello });
    const headers = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
    await opened.text();
    const answer = async (message: JsonValue) => await (await mcp.post(message as object, headers)).text();
    for (const fine of [
      list(null),
      list({ cursor: null, _meta: null }),
      call({ name: 'echo__say', arguments: null }),
    ])
      assert.match(await answer(fine), /"result":/);
    for (const [written, , reason] of refused.slice(0, 2)) assert.match(await answer(written), reason);
    for (const odd of [call({}), call({ name: 'echo__say', arguments: 'x' }), list({ cursor: 5 })]) {
      const said = await answer(odd);
      assert.match(said, /"error":.*The request can’t be read: (params\.)?(name|arguments|cursor)/);
      assert.doesNotMatch(said, /invalid_type/);
    }
  });
});
