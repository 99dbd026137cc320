import assert from 'node:assert/strict';
import { listeners } from '../../../../src/converser/ground/async/listeners.ts';
import { errorData, errors } from '../../../../src/converser/ground/errors.ts';
import type { Ensemble, EnsembleState } from '../../../../src/converser/words/ensemble/ensemble.ts';
import { createEnsembleRoster } from '../../../../src/converser/words/ensemble/ensemble-roster.ts';
import type { FoundInvoker } from '../../../../src/converser/words/ensemble/find-invoker.ts';
import { fullName } from '../../../../src/converser/words/ensemble/invoker.ts';
import { serverErrors } from '../../../../src/converser/words/ensemble/server-errors.ts';
import { toolDefinitions } from '../../../../src/converser/words/ensemble/tool-definitions.ts';
import { createFakeEnsemble, createFakeInvoker } from '../../../fakes/fake-ensemble.ts';
import { pluck } from '../../pluck.ts';

const never = new AbortController().signal;
const answer = () => 'answer';

/** An ensemble that tells what was done to it, and whose state can be set. */
function createWatchedEnsemble(name: string, given: Partial<Ensemble> = {}) {
  const done: string[] = [];
  const changes = listeners<void>();
  let state: EnsembleState = { status: 'disconnected' };
  const ensemble: Ensemble = {
    ...createFakeEnsemble(name, { read: answer }),
    connect: async () => void done.push('connect'),
    disconnect: async () => void done.push('disconnect'),
    onDidChange: changes.listen,
    ...given,
  };
  const watched: Ensemble = Object.defineProperty({ ...ensemble }, 'state', { get: () => state });
  const become = (next: EnsembleState) => {
    state = next;
  };
  return { ensemble: watched, done, fire: () => changes.fire(), become };
}

async function rosterOf(...ensembles: readonly Ensemble[]) {
  const roster = createEnsembleRoster();
  for (const ensemble of ensembles) await roster.set(ensemble);
  return roster;
}

function said(found: FoundInvoker): string {
  if (found.kind === 'found') return fullName(found.invoker);
  return found.kind === 'ambiguous' ? `ambiguous: ${found.candidates.map(fullName).join(', ')}` : 'unknown';
}

describe('the ensemble roster', () => {
  it('knows why nothing answers to the name of a tool whose ensemble has none', async () => {
    const { ensemble, become } = createWatchedEnsemble('remote', { invokers: [] });
    const roster = await rosterOf(ensemble, createFakeEnsemble('files', { read: answer }));
    const absence = (reference: string) => {
      const found = roster.find(reference);
      if (found.kind !== 'unknown') return said(found);
      return found.absence && `${found.absence.kind}: ${found.absence.message}`;
    };
    assert.equal(absence('remote:read'), 'network: The ensemble remote is not connected.');
    become({ status: 'connecting' });
    const connecting = 'network: The ensemble remote is still connecting. Try again in a moment.';
    assert.equal(absence('remote__read'), connecting);
    become({ status: 'failed', error: errorData(errors.ensembleFailed('It cannot be reached.')) });
    assert.equal(absence('remote:read'), 'execution: The ensemble remote failed: It cannot be reached.');
    become({ status: 'failed', error: errorData(serverErrors.approvalNeeded('remote', 'Approve it.')) });
    const unapproved = 'permission: MCP server remote needs your approval to start. Approve it.';
    assert.equal(absence('remote:read'), unapproved);
    become({ status: 'ready' });
    assert.equal(absence('remote:read'), undefined);
    roster.setEnabled('files', false);
    assert.equal(
      absence('files:read'),
      'permission: The ensemble files is off. The user can switch it on in the Ensembles view, or in a terminal with --enable files.',
    );
    assert.equal(absence('other:read'), undefined);
  });

  it('finds by wire name, full name, bare name and alias', async () => {
    const roster = await rosterOf(
      createFakeEnsemble('files', { read: { aliases: ['cat'], invocable: answer }, list: answer }),
      createFakeEnsemble('notes', { read: answer, cat: answer }),
    );
    const found = (reference: string) => said(roster.find(reference));
    assert.equal(found('files__read'), 'files:read');
    assert.equal(found('notes:read'), 'notes:read');
    assert.equal(found('list'), 'files:list');
    assert.equal(found('cat'), 'notes:cat', 'a name comes before an alias');
    assert.equal(found('files:cat'), 'files:read');
    assert.equal(found('files__cat'), 'files:read');
    assert.equal(found('read'), 'ambiguous: files:read, notes:read');
    assert.equal(found('nothing'), 'unknown');
    assert.equal(found(''), 'unknown');
  });

  it('neither finds nor connects what is not enabled, and disconnects it', async () => {
    const { ensemble, done } = createWatchedEnsemble('files');
    const roster = await rosterOf(ensemble);
    roster.setEnabled('files', false);
    assert.equal(said(roster.find('files:read')), 'unknown');
    await roster.connect(never);
    assert.deepEqual(done, ['disconnect']);
    roster.setEnabled('files', undefined);
    await roster.connect(never);
    assert.deepEqual(done, ['disconnect', 'connect']);
  });

  it('lets the user’s choice come before the descriptor, also before the ensemble is there', async () => {
    const roster = createEnsembleRoster();
    roster.setEnabled('files', true);
    await roster.set({ ...createFakeEnsemble('files', { read: answer }), enabled: false });
    assert.equal(roster.isEnabled('files'), true);
    assert.equal(roster.isEnabled('nobody'), false);
  });

  it('puts an ensemble in the place of the one with its name, which it disconnects', async () => {
    const former = createWatchedEnsemble('files');
    const roster = await rosterOf(former.ensemble, createFakeEnsemble('notes', {}));
    const next = createFakeEnsemble('files', { write: answer });
    await roster.set(next);
    assert.deepEqual(pluck(roster.ensembles, 'name'), ['files', 'notes']);
    assert.equal(roster.ensembles[0], next);
    assert.deepEqual(former.done, ['disconnect']);

    let changes = 0;
    roster.onDidChange(() => changes++);
    former.fire();
    assert.equal(changes, 0, 'nobody listens to the former one any more');
  });

  it('serves the new ensemble while the former one takes its time to go', async () => {
    const gone = Promise.withResolvers<void>();
    const former = createWatchedEnsemble('files', { disconnect: () => gone.promise });
    const roster = await rosterOf(former.ensemble);
    const setting = roster.set(createFakeEnsemble('files', { write: answer }));
    assert.equal(said(roster.find('files:write')), 'files:write');
    gone.resolve();
    await setting;
  });

  it('connects what is not ready, and goes on when one fails or hangs', async () => {
    const failing = createWatchedEnsemble('a', { connect: () => Promise.reject(new Error('no')) });
    const ready = createWatchedEnsemble('b');
    ready.become({ status: 'ready' });
    const ordinary = createWatchedEnsemble('c');
    const roster = await rosterOf(failing.ensemble, ready.ensemble, ordinary.ensemble);
    await roster.connect(never);
    assert.deepEqual([ready.done, ordinary.done], [[], ['connect']]);

    await roster.set(createWatchedEnsemble('d', { connect: () => new Promise(() => {}) }).ensemble);
    const button = new AbortController();
    const connecting = roster.connect(button.signal);
    button.abort();
    await connecting;
  });

  it('passes on the events of its ensembles, and disconnects them all in the end', async () => {
    const outdated = listeners<void>();
    const one = createWatchedEnsemble('a', { onDidOutdate: outdated.listen });
    const roster = await rosterOf(one.ensemble);
    const heard: string[] = [];
    roster.onDidChange(() => heard.push('change'));
    roster.onDidOutdate(() => heard.push('outdate'));
    one.fire();
    outdated.fire();
    roster.outdate();
    assert.deepEqual(heard, ['change', 'outdate', 'outdate']);
    await roster.dispose();
    assert.deepEqual(one.done, ['disconnect']);
    assert.deepEqual(roster.ensembles, []);
  });

  it('tells models the other names of a tool', () => {
    const [one, other] = toolDefinitions([
      createFakeInvoker({ name: 'a', invocable: answer, aliases: ['cat', 'show'] }),
      createFakeInvoker({ name: 'b', invocable: answer }),
    ]);
    assert.deepEqual(one?.aliases, ['cat', 'show']);
    assert.ok(other !== undefined && !('aliases' in other));
  });

  it('describes tools to models in a fixed order, each with an object schema', () => {
    const one = (name: string, schema: object = {}) =>
      createFakeInvoker({ name, invocable: answer, arguments: schema as never });
    const told = toolDefinitions([
      one('b'),
      one('a', { type: 'object' }),
      one('b', { description: 'again' }),
    ]);
    assert.deepEqual(pluck(told, 'name'), ['fake__a', 'fake__b']);
    for (const { inputSchema } of told) assert.deepEqual(inputSchema, { type: 'object', properties: {} });
  });
});
