import assert from 'node:assert/strict';
import { createRecentRequests, mostBytes, mostRounds } from '../../../src/vscode/sidebar/recent-requests.ts';

const exchange = (turn: string, { conversation = 'open', size = 1, round = 1 } = {}) => ({
  origin: { conversation, turn, round },
  request: { first: '', headers: [], pieces: [new Uint8Array(size)] },
  reply: { first: '', headers: [], pieces: [] as Uint8Array[] },
});

describe('recent requests', () => {
  it('are those of the last rounds of the open conversation, with all attempts', () => {
    const recent = createRecentRequests();
    recent.opened = () => ['open'];
    const turns = Array.from({ length: mostRounds + 2 }, (_, at) => `t${at}`);
    for (const turn of turns) for (let attempt = 0; attempt < 3; attempt++) recent.log(exchange(turn));
    recent.log({ ...exchange('t5'), origin: undefined });
    recent.log(exchange('other', { conversation: 'another' }));
    const kept = [...turns, 'other'].map(turn => recent.of(turn, 1).length);
    assert.deepEqual(kept, [0, 0, ...Array.from({ length: mostRounds }, () => 3), 0]);
    assert.equal(recent.of('t5', 2).length, 0);
    recent.opened = () => ['another'];
    recent.log(exchange('other', { conversation: 'another' }));
    assert.deepEqual([recent.of('t9', 1).length, recent.of('other', 1).length], [0, 1]);
  });

  it('are bounded in bytes, replies included', () => {
    const recent = createRecentRequests();
    recent.opened = () => ['open'];
    const half = { size: mostBytes / 2 };
    recent.log(exchange('a', half));
    const last = exchange('b', half);
    const end = recent.log(last);
    assert.deepEqual([recent.of('a', 1).length, recent.of('b', 1).length], [1, 1]);
    last.reply.pieces.push(new Uint8Array(1));
    end();
    assert.deepEqual([recent.of('a', 1).length, recent.of('b', 1).length], [0, 1]);
    recent.log(exchange('c', { size: mostBytes + 1 }));
    assert.equal(recent.of('c', 1).length, 0);
  });
});
