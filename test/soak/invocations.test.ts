import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { converse } from '../../src/converser/turn/converse.ts';
import { text } from '../../src/converser/words/canister/content.ts';
import { createConversation } from '../../src/converser/words/conversation/conversation.ts';
import { createFakeEnsemble } from '../fakes/fake-ensemble.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import { createScriptedModel, invokes } from '../fakes/scripted-model.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Megabytes of the heap that are in use. */
function heap(): number {
  collect();
  return process.memoryUsage().heapUsed / 1024 / 1024;
}

describe('10,000 invocations in 500 conversations', () => {
  it('leave nothing behind', async function () {
    this.timeout(10 * 60_000);
    let calls = 0;
    const invocable = () => {
      calls++;
      // Always another one: after five equal ones, you would be asked whether the turn goes on.
      return `${calls}`.padEnd(1_000, 'x');
    };
    const ensemble = createFakeEnsemble('notes', { read: { deduplication: 'none', invocable } });
    const ports = await createFakePorts({ ensembles: [ensemble] });
    const signal = new AbortController().signal;
    const hold = async (count: number) => {
      for (let number = 0; number < count; number++) {
        const round = invokes(...Array.from({ length: 4 }, (_, page) => ['notes__read', { page }] as const));
        const model = createScriptedModel(round, round, round, round, round);
        const conversation = createConversation(`conversation-${number}`);
        const turn = converse(conversation, { content: [text('Read.')] }, { ports, model, signal });
        for await (const event of turn) if (event.type === 'turn-end') assert.equal(event.outcome, 'final');
      }
    };
    await hold(100);
    const warm = heap();
    await hold(400);
    const grown = heap() - warm;
    assert.equal(calls, 10_000);
    assert.ok(grown < 2, `the heap grew by ${grown.toFixed(1)} MB`);
  });
});
