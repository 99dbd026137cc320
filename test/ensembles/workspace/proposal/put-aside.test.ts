import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { locatePath } from '../../../../src/converser/words/workspace/paths.ts';
import { openProposals } from '../../../../src/ensembles/workspace/proposal/proposals.ts';
import { eachTest } from '../../each-test.ts';
import { makeTemporaryWorkspace } from '../temporary-workspace.ts';

describe('what turns propose', () => {
  const made = eachTest(() => makeTemporaryWorkspace({ ripgrep: false }));
  const folder = () => path.join(made.beside, 'proposals');
  const open = async () =>
    (await openProposals({ folder: folder(), roots: () => made.workspace.roots, log: { warn() {} } })).of(
      'c',
    );
  const proposed = (name: string, turnId: string, after: string) => ({
    place: locatePath(name, made.workspace.roots),
    before: 'old',
    after,
    turn: { conversationId: 'c', turnId, title: turnId },
  });
  const texts = async () =>
    Object.fromEntries((await open()).files.map(({ place, after }) => [place.path, after]));

  it('goes with turns that are left, and comes back with them, also after a restart', async () => {
    const proposal = await open();
    await proposal.put([proposed('a.txt', 't1', 'a1'), proposed('b.txt', 't1', 'b1')]);
    await proposal.put([proposed('a.txt', 't2', 'a2')]);
    await proposal.put([proposed('a.txt', 't2', 'a2, again')]);
    await proposal.put([proposed('a.txt', 't3', 'a3'), proposed('c.txt', 't3', 'c3')]);
    const end = await texts();
    assert.deepEqual(end, { 'a.txt': 'a3', 'b.txt': 'b1', 'c.txt': 'c3' });
    await proposal.move({ leaving: ['t3'], entering: [] });
    assert.deepEqual(await texts(), { 'a.txt': 'a2, again', 'b.txt': 'b1' });
    await (await open()).move({ leaving: ['t2'], entering: [] });
    assert.deepEqual(await texts(), { 'a.txt': 'a1', 'b.txt': 'b1' });
    await (await open()).move({ leaving: [], entering: ['t2', 't3'] });
    assert.deepEqual(await texts(), end);
    await (await open()).move({ leaving: ['t1', 't2', 't3'], entering: [] });
    assert.deepEqual(await texts(), {});
    await (await open()).move({ leaving: [], entering: ['t1', 't2', 't3'] });
    assert.deepEqual(await texts(), end);
  });

  it('is deleted with its conversation, unless you take that back', async () => {
    const proposal = await open();
    await proposal.put([proposed('a.txt', 't1', 'a1')]);
    const restore = await proposal.remove();
    assert.deepEqual(await readdir(folder()), []);
    await restore();
    assert.deepEqual(await texts(), { 'a.txt': 'a1' });
  });
});
