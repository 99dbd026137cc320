import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { createWholeResults } from '../../../../src/converser/turn/compaction/read-result.ts';
import { isResult } from '../../../../src/converser/words/canister/canister.ts';
import { textOf } from '../../../../src/converser/words/canister/content.ts';
import { createFakeEnsemble } from '../../../fakes/fake-ensemble.ts';
import { createFakePorts } from '../../../fakes/fake-ports.ts';
import { createScriptedModel, invokes, type Script, says } from '../../../fakes/scripted-model.ts';
import { takeTurn } from '../take-turn.ts';

describe('a result that is too long', () => {
  const long = Array.from({ length: 100 }, (_, at) => `Line ${at}.`).join('\n');

  async function talk(tool: object, ...scripts: readonly Script[]) {
    const files = createFakeEnsemble('files', { read: { invocable: () => long, ...tool } });
    const ports = await createFakePorts({ ensembles: [files], limits: { resultCharacters: 300 } });
    const model = createScriptedModel(invokes(['files__read', {}]), ...scripts);
    const { conversation } = await takeTurn({ ports, model });
    return { model, results: conversation.canisters.filter(isResult) };
  }

  const offers = (request: { readonly tools: readonly { readonly name: string }[] } | undefined) =>
    request?.tools.some(({ name }) => name === 'conversation__read_result');

  it('says how to read on, and is read from where the model wants', async () => {
    const { model, results } = await talk(
      {},
      ({ canisters }) => {
        const result = canisters.findLast(isResult);
        const { id } = JSON.parse(
          /\{"id":"[^"]+"/.exec(textOf(result?.content ?? []))?.[0].concat('}') ?? '',
        );
        assert.equal(id, result?.id);
        return Readable.from(invokes(['conversation__read_result', { id, from: 400, length: 20 }]));
      },
      says('Done.'),
    );
    const [cut, part] = results.map(({ content }) => textOf(content));
    assert.ok((cut ?? '').length <= 300);
    assert.match(
      cut ?? '',
      /left out here\. To read on, call conversation:read_result \{"id":"[^"]+","from":…\}\./,
    );
    assert.equal(
      part,
      `${long.slice(400, 420)}\n[Characters 400 to 420 of ${long.length}. To read on, call it again with "from": 420.]`,
    );
    assert.deepEqual(model.requests.map(offers), [false, true, true]);
    const areCut = results.map(({ cut: isCut }) => isCut);
    assert.deepEqual(areCut, [true, undefined]);
  });

  it('is read on as its tool says, where that says how', async () => {
    const { model, results } = await talk({ output: { readOn: 'Call again with offset.' } }, says('Done.'));
    assert.match(textOf(results[0]?.content ?? []), /left out here\. Call again with offset\./);
    assert.equal(results[0]?.cut, undefined);
    assert.deepEqual(model.requests.map(offers), [false, false]);
  });
});

describe('whole results', () => {
  it('make room for later ones, and keep no more of one than fits', () => {
    const whole = createWholeResults(10);
    whole.keep('a', '123456');
    whole.keep('b', '7890');
    assert.deepEqual([whole.of('a'), whole.of('b')], ['123456', '7890']);
    whole.keep('c', 'x');
    assert.deepEqual([whole.of('a'), whole.of('b'), whole.of('c')], [undefined, '7890', 'x']);
    whole.keep('d', 'y'.repeat(20));
    assert.deepEqual([whole.of('b'), whole.of('d')], [undefined, 'y'.repeat(10)]);
  });
});
