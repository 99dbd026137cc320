import assert from 'node:assert/strict';
import { inMode, modelInMode, modeNamed } from '../../../src/converser/turn/in-mode.ts';
import { textOf } from '../../../src/converser/words/canister/content.ts';
import type { Mode } from '../../../src/converser/words/conversation/mode.ts';
import { createModelRoster } from '../../../src/converser/words/models/model-roster.ts';
import type { Model } from '../../../src/converser/words/models/provider.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { createFakePorts, type FakePortsOptions } from '../../fakes/fake-ports.ts';
import { createScriptedModel, invokes, says } from '../../fakes/scripted-model.ts';
import { takeTurn } from './take-turn.ts';

const plain: Mode = {
  name: 'm',
  title: 'M',
  description: 'For tests.',
  instructions: '',
  readOnly: false,
  options: {},
  origin: 'user',
};

const write = { annotations: { readOnly: false }, invocable: () => 'Written.' };
const edit = { ...write, isEdit: true as const };
const claimed = { claims: { readOnly: false }, invocable: () => 'x' };

/** A turn in a mode, in which the model first calls a tool. */
async function turnIn(
  mode: Mode | undefined,
  call: string,
  { acceptsEdits, ...more }: FakePortsOptions & { acceptsEdits?: () => boolean } = {},
) {
  const model = createScriptedModel(invokes([call, {}]), says('Done.'));
  const fromFolder = createFakeEnsemble('folder', { read: { origin: 'workspace', invocable: () => 'x' } });
  const ports = await createFakePorts({
    ensembles: [createFakeEnsemble('files', { read: () => 'Alpha.', write, edit, claimed }), fromFolder],
    ...more,
  });
  const narrowed = inMode(mode, {
    supervisor: 'Be brief.',
    wanted: { effort: 'low' },
    ...(acceptsEdits && { acceptsEdits }),
  });
  const { conversation } = await takeTurn({ ports, model, ...narrowed });
  const result = conversation.canisters.find(({ role }) => role === 'result');
  assert.ok(result?.role === 'result');
  const [request] = model.requests;
  return {
    tools: request?.tools.map(({ name }) => name),
    told: textOf(request?.canisters[0]?.content ?? []),
    wanted: request?.wanted,
    failure: result.failure?.kind,
    asked: ports.host.approver.asked.length,
  };
}

describe('a mode', () => {
  it('takes nothing away where none is chosen', async () => {
    const { tools, told, wanted } = await turnIn(undefined, 'files__read');
    assert.deepEqual(tools, ['files__claimed', 'files__edit', 'files__read', 'files__write', 'folder__read']);
    assert.match(told, /^Be brief\.$/);
    assert.deepEqual(wanted, { effort: 'low' });
  });

  it('that only reads has no tool that changes something, says so, or came with the folder', async () => {
    const rules = { 'files:*': 'allow' } as const;
    const { tools, failure } = await turnIn({ ...plain, readOnly: true }, 'files__write', { rules });
    assert.deepEqual(tools, ['files__read']);
    assert.equal(failure, 'unknown-invoker');
  });

  it('offers the tools that its patterns name, and tells its instructions below yours', async () => {
    const narrow = { tools: ['files:*d', 'FOLDER:*'], options: { effort: 'max', seed: 7 } } as const;
    const strict = { ...plain, ...narrow, instructions: 'Be strict.\n' };
    const { tools, told, wanted } = await turnIn(strict, 'files__read');
    assert.deepEqual(tools, ['files__claimed', 'files__read', 'folder__read']);
    assert.equal(told, 'Be brief.\n\nBe strict.');
    assert.deepEqual(wanted, { effort: 'low', seed: 7 });
  });

  it('makes Converser ask more, and never less', async () => {
    const everything = { ...plain, permissionMode: 'everything' } as const;
    const careful = await turnIn(everything, 'files__read', { answers: ['once'] });
    assert.equal(careful.asked, 1);
    const trusted = { ...plain, permissionMode: 'trusted' } as const;
    const careless = await turnIn(trusted, 'files__write', { answers: ['deny'] });
    assert.deepEqual([careless.asked, careless.failure], [1, 'permission']);
  });

  it('that accepts edits lets only those run unasked, and only while it is the chosen one', async () => {
    const accepting = { ...plain, acceptsEdits: true } as const;
    const asked = async (mode: Mode, call: string, chosen?: boolean) =>
      (
        await turnIn(mode, call, {
          answers: ['once'],
          ...(chosen === undefined ? {} : { acceptsEdits: () => chosen }),
        })
      ).asked;
    assert.equal(await asked(plain, 'files__edit'), 1);
    assert.equal(await asked(accepting, 'files__edit'), 0);
    assert.equal(await asked(accepting, 'files__write'), 1);
    assert.equal(await asked(accepting, 'files__edit', false), 1);
    assert.equal(await asked(plain, 'files__edit', true), 0);
  });

  it('says who answers, and what is wrong where that model or the mode is gone', async () => {
    const { signal } = new AbortController();
    const chosen: Model = createScriptedModel();
    const other: Model = { ...createScriptedModel(), provider: 'p', id: 'other' };
    const models = createModelRoster();
    models.add({ id: 'p', label: 'P', models: async () => [other] });
    const modelFor = (model?: string) =>
      modelInMode(model === undefined ? plain : { ...plain, model }, chosen, { models, signal });
    assert.equal(await modelFor(), chosen);
    assert.equal(await modelFor('p/other'), other);
    await assert.rejects(modelFor('p/gone'), /The mode M uses the model p\/gone, which wasn’t found\./);
    assert.equal(modeNamed('m', [plain]), plain);
    assert.throws(() => modeNamed('gone', [plain]), /Mode "gone" not found\. Choose another one: m\./);
  });
});
