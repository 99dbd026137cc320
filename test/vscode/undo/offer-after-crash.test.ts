import assert from 'node:assert/strict';
import type { KeptRecord } from '../../../src/ensembles/workspace/journal/record-file.ts';
import { turnsIn, type Undoable } from '../../../src/ensembles/workspace/journal/undoable.ts';
import { turnToOffer } from '../../../src/vscode/undo/offer-after-crash.ts';

describe('the turn to offer to undo after a crash', () => {
  it('is the newest of the workspace that has no end, once', async () => {
    const offered = await offeredOf([undoable('new'), undoable('old')]);
    assert.equal(offered.first?.record.id, 'new');
    assert.equal(offered.again, undefined, 'you are asked once');
  });

  it('is none where the newest ended, is undone, belongs to no turn or changed nothing', async () => {
    assert.equal((await offeredOf([undoable('new'), undoable('cut')], ['cut'])).first, undefined);
    assert.equal((await offeredOf([{ ...undoable('new'), isUndone: true }])).first, undefined);
    assert.equal((await offeredOf([undoable('new', { turnId: undefined })])).first, undefined);
    assert.equal((await offeredOf([{ ...undoable('new'), files: [] }])).first, undefined);
    assert.equal((await offeredOf([])).first, undefined);
  });

  it('looks past undos, which change files too', async () => {
    const undo = undoable('undo', { undoes: 'other' });
    assert.equal((await offeredOf([undo, undoable('new')])).first?.record.id, 'new');
  });
});

/** @param cutOff the turns without an end; default: all */
async function offeredOf(found: readonly Undoable[], cutOff?: readonly string[]) {
  const kept = new Map<string, unknown>();
  const ask = () =>
    turnToOffer(
      {
        turns: { ofTurns: async () => turnsIn(found) },
        conversations: { wasCutOff: async (_id, turn) => cutOff?.includes(turn) ?? true },
      },
      { get: key => kept.get(key) as undefined, update: async (key, value) => void kept.set(key, value) },
    );
  return { first: await ask(), again: await ask() };
}

function undoable(
  id: string,
  about: { readonly turnId?: string | undefined; readonly undoes?: string } = { turnId: id },
): Undoable {
  const place = { root: '/w', path: 'a.txt' };
  const { turnId, undoes } = about;
  const record: KeptRecord = {
    id,
    header: {
      format: 1,
      conversationId: 'c',
      title: id,
      roots: ['/w'],
      at: '2026-11-20T12:00:00.000Z',
      process: 1,
      ...(turnId === undefined ? {} : { turnId }),
      ...(undoes === undefined ? {} : { undoes }),
    },
    changes: [],
    settled: new Map(),
    isCutOff: false,
    isWritten: false,
    last: 0,
    others: [],
    open: [],
    bytes: async () => new Uint8Array(),
  };
  return { record, isUndone: false, files: [{ now: place, isUndone: false }], undoneBy: [], rest: [] };
}
