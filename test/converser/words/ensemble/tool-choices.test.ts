import assert from 'node:assert/strict';
import { createEnsembleRoster } from '../../../../src/converser/words/ensemble/ensemble-roster.ts';
import { fullName } from '../../../../src/converser/words/ensemble/invoker.ts';
import { parseToolChoices } from '../../../../src/converser/words/ensemble/parse-tool-choices.ts';
import { createFakeEnsemble, type GivenInvoker } from '../../../fakes/fake-ensemble.ts';
import { pluck } from '../../pluck.ts';

const answer = () => 'answer';

async function chosen(written: unknown, more: GivenInvoker = {}) {
  const roster = createEnsembleRoster();
  const files = createFakeEnsemble('files', {
    read: { invocable: answer, aliases: ['cat'], ...more },
    list: answer,
  });
  await roster.set(files);
  await roster.set(createFakeEnsemble('notes', { read: answer }));
  roster.setToolChoices(parseToolChoices(written).choices);
  const limits = (reference = 'files:read') => {
    const found = roster.find(reference);
    assert(found.kind === 'found', `${reference} is ${found.kind}`);
    const { limits, deduplication } = found.invoker;
    return [limits.timeLimit, limits.totalTimeLimit, deduplication];
  };
  return { roster, files, limits, names: () => roster.invokers().map(fullName) };
}

describe('the choices of the user for single tools', () => {
  it('removes a tool under each of its names, and says why and how it comes back', async () => {
    const { roster, names } = await chosen({ 'files:read': { enabled: false } });
    assert.deepEqual(names(), ['files:list', 'notes:read']);
    for (const reference of ['files:read', 'files__read', 'cat', 'files:cat'])
      assert.equal(roster.find(reference).kind, 'unknown', reference);
    for (const reference of ['files:read', 'files__read'])
      assert.match(roster.whyWithheld(reference) ?? '', /files:read is switched off by the setting.*Tick it/);
    assert.equal(roster.whyWithheld('notes:read'), undefined);
  });

  it('leaves the bare name to the tool of another ensemble', async () => {
    const { roster } = await chosen({ 'files:read': { enabled: false } });
    const found = roster.find('read');
    assert(found.kind === 'found');
    assert.equal(fullName(found.invoker), 'notes:read');
  });

  it('holds for a whole ensemble, and for one of its tools before that', async () => {
    const written = { 'files:*': { enabled: false, timeout: 5 }, 'files:read': { enabled: true } };
    const { names, limits } = await chosen(written);
    assert.deepEqual(names(), ['files:read', 'notes:read']);
    assert.equal(limits()[0], 5_000);
  });

  it('switches on what a descriptor switches off, and nothing else does', async () => {
    const off = { enabled: false };
    const { roster, files, names } = await chosen({ 'files:read': { timeout: 1 } }, off);
    assert.deepEqual(names(), ['files:list', 'notes:read']);
    assert.match(roster.whyWithheld('files:read') ?? '', /switched off by its descriptor.*enabled = true/);
    assert.deepEqual([...roster.switchedOff(files).keys()], ['read']);
    roster.setToolChoices(parseToolChoices({ 'files:read': { enabled: true } }).choices);
    assert.deepEqual(names(), ['files:read', 'files:list', 'notes:read']);
    assert.equal(roster.switchedOff(files).size, 0);
  });

  it('does not offer what is withheld for another reason, and gives that reason first', async () => {
    const roster = createEnsembleRoster();
    const withheld = new Map([['read', 'It has changed.']]);
    await roster.set({ ...createFakeEnsemble('files', { list: answer }), withheld });
    roster.setToolChoices(parseToolChoices({ 'files:read': { enabled: true } }).choices);
    assert.equal(roster.find('files:read').kind, 'unknown');
    assert.equal(roster.whyWithheld('files:read'), 'It has changed.');
  });

  it('sets how long a call may take, in all at least as long as in one step', async () => {
    const ofServer = { limits: { timeLimit: 30_000, totalTimeLimit: 600_000 } };
    const read = async (entry: object, more: GivenInvoker = ofServer) =>
      (await chosen({ 'files:read': entry }, more)).limits().slice(0, 2);
    assert.deepEqual(await read({ timeout: 2.5 }), [2_500, 600_000]);
    assert.deepEqual(await read({ timeout: 900 }), [900_000, 900_000]);
    assert.deepEqual(await read({ maxTimeout: 10 }), [30_000, 10_000]);
    assert.deepEqual(await read({ timeout: 5, maxTimeout: 60 }), [5_000, 60_000]);
    assert.deepEqual(await read({ timeout: 5 }, {}), [5_000, undefined]);
    assert.deepEqual(await read({ maxTimeout: 60 }, {}), [30_000, 60_000]);
  });

  it('says whether a repeated call may be answered with the earlier result', async () => {
    for (const deduplication of ['exact', 'semantic', 'compared', 'reuse', 'none']) {
      const written = { 'files:*': { deduplication: 'none' }, 'files:read': { deduplication } };
      const { limits } = await chosen(written);
      assert.equal(limits()[2], deduplication);
      assert.equal(limits('files:list')[2], 'none');
      assert.equal(limits('notes:read')[2], 'exact');
    }
  });

  it('leaves the very invokers of whom nothing is said, and one list of the others', async () => {
    const { roster, files } = await chosen({ 'files:read': { timeout: 1 } });
    assert.equal(roster.offeredBy(files), roster.offeredBy(files));
    assert.equal(roster.offeredBy(files)[1], files.invokers[1]);
    roster.setToolChoices(new Map());
    assert.equal(roster.offeredBy(files), files.invokers);
  });

  it('holds at once, and is announced to what shows tools', async () => {
    const { roster, names } = await chosen({});
    let changes = 0;
    roster.onDidChange(() => changes++);
    roster.setToolChoices(parseToolChoices({ 'notes:*': { enabled: false } }).choices);
    assert.deepEqual([changes, names()], [1, ['files:read', 'files:list']]);
  });

  it('may name a tool that a ready ensemble does not have, which is found out', async () => {
    const { roster, files } = await chosen({ 'files:raed': { timeout: 1 }, 'files:*': { timeout: 1 } });
    assert.deepEqual(roster.missing(files), ['raed']);
    const starting = { ...files, state: { status: 'connecting' } } as const;
    assert.deepEqual(roster.missing(starting), []);
    const withheld = new Map([['raed', 'It has changed.']]);
    assert.deepEqual(roster.missing({ ...files, withheld }), []);
  });
});

describe('the setting of choices for tools', () => {
  const told = (written: unknown) =>
    parseToolChoices(written).problems.map(({ path, message }) => `${path}: ${message}`);

  it('is complained about where it is wrong, and counts where it is right', () => {
    const { choices, problems } = parseToolChoices({
      'files:read': { enabled: 'no', timeout: 0, maxTimeout: 86_401, deduplication: { strategy: 'none' } },
      'files:list': { enabled: false, permission: 'deny', timeOut: 3 },
      read: { enabled: false },
      'notes:*': true,
    });
    assert.deepEqual([...choices], [['files:list', { enabled: false }]]);
    assert.deepEqual(pluck(problems, 'path'), [
      ...['enabled', 'timeout', 'maxTimeout', 'deduplication'].map(key => `"files:read".${key}`),
      ...['"files:list".permission', '"files:list".timeOut', '"read"', '"notes:*"'],
    ]);
  });

  it('says what to write instead', () => {
    assert.deepEqual(told({ 'a:b': { enabled: 'no', timeout: '5', permission: 'ask', x: 1 } }), [
      '"a:b".enabled: Must be true or false, not "no".',
      '"a:b".timeout: Must be a number of seconds above 0 and up to 86400 (a day), not "5".',
      '"a:b".permission: Permissions are set in converser.permissions. Set it there.',
      '"a:b".x: Unknown key. Known keys: enabled, timeout, maxTimeout, deduplication, offer.',
    ]);
    assert.match(told('off')[0] ?? '', /^: Must be an object keyed by full tool name, such as/);
    assert.deepEqual(told({ 'a:b': { timeout: 86_400, maxTimeout: 86_400 } }), []);
    assert.match(told({ 'a:b': { timeout: 86_401 } })[0] ?? '', /up to 86400 \(a day\), not 86401/);
    assert.match(told({ 'a:b': { timeout: 60, maxTimeout: 30 } })[0] ?? '', /maxTimeout: Lower than timeout/);
  });

  it('is empty where it is not written', () => {
    for (const nothing of [undefined, null, {}, { 'a:b': {} }])
      assert.deepEqual(parseToolChoices(nothing), { choices: new Map(), problems: [] });
  });
});
