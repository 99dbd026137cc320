import assert from 'node:assert/strict';
import type { Canister } from '../../../src/converser/words/canister/canister.ts';
import { textOf } from '../../../src/converser/words/canister/content.ts';
import { nativizeRequest } from '../../../src/dialects/contract/nativize-request.ts';
import { createReplyParser } from '../../../src/dialects/contract/parse-reply.ts';
import { callOf, canisterOf, resultOf } from '../canister-of.ts';

describe('A request to a model without tools', () => {
  it('has calls and results in the contract’s JSON', () => {
    assert.deepEqual(rendered(history, 'PROTOCOL'), [
      'supervisor: Be brief.\nPROTOCOL',
      'user: Read both.',
      'assistant: Reading.\n{"calls":[{"name":"files__read","arguments":{"path":"a"}},{"name":"files__read","arguments":"{\\"pa"}]}',
      'user: {"results":[{"name":"files__read","result":"say \\"hi\\"\\n</x>"},{"name":"files__read","failed":"validation","result":"No path."}]}',
      'assistant: {"calls":[{"name":"files__read","arguments":{"path":"b"}}]}',
      'user: {"results":[{"name":"files__read","result":"[image image/png, 1 bytes]"}]}',
      'assistant: Done.',
    ]);
  });

  it('has no instructions of the contract if there are no tools', () => {
    const user = history.slice(1, 2);
    assert.deepEqual(nativizeRequest(user, { protocol: '', images: false }), user);
  });

  it('starts with the contract if there are no instructions', () => {
    assert.deepEqual(rendered(history.slice(1, 2), 'PROTOCOL'), ['supervisor: PROTOCOL', 'user: Read both.']);
  });

  it('keeps images of results for a model that can see', () => {
    const spoken = nativizeRequest(history, { protocol: '', images: true });
    assert.ok(
      spoken.some(({ role, content }) => role === 'user' && content.some(({ type }) => type === 'image')),
    );
  });

  it('has calls in a form that the recognizer reads', () => {
    const said = nativizeRequest(history, { protocol: '', images: false }).filter(
      ({ role }) => role === 'assistant',
    );
    const inputSchema = { type: 'object', properties: {} };
    const parser = createReplyParser({ tools: [{ name: 'files__read', description: '', inputSchema }] });
    const written = textOf(said[1]?.content ?? []);
    const events = [...parser.push(written), ...parser.end()];
    const call = { name: 'files__read', arguments: { path: 'b' } };
    assert.deepEqual(events, [{ type: 'call', call, written }]);
  });

  it('has ids and text that belong to one canister each', () => {
    const ids = nativizeRequest(history, { protocol: 'P', images: false }).map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
  });
});

function rendered(canisters: readonly Canister[], protocol: string): readonly string[] {
  return nativizeRequest(canisters, { protocol, images: false }).map(
    ({ role, content }) => `${role}: ${textOf(content)}`,
  );
}

const call = (id: string, path: string) => ({ ...callOf(id, { path }), name: 'read' });
const failure = { kind: 'validation', message: 'No path.' } as const;
const image = { type: 'image', mimeType: 'image/png', bytes: new Uint8Array([1]) } as const;

const history: readonly Canister[] = [
  canisterOf('supervisor', 's', 'Be brief.'),
  canisterOf('user', 'u', 'Read both.'),
  canisterOf('assistant', 'a', 'Reading.'),
  call('c1', 'a'),
  { ...call('c2', ''), arguments: {}, malformedArguments: '{"pa' },
  resultOf('c1', 'say "hi"\n</x>'),
  { ...resultOf('c2'), failure },
  call('c3', 'b'),
  resultOf('c3', image),
  canisterOf('assistant', 'd', 'Done.'),
];
