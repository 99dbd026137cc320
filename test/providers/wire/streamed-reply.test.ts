import assert from 'node:assert/strict';
import { inGroups } from '../../../src/converser/ground/async/flow.ts';
import { errors } from '../../../src/converser/ground/errors.ts';
import type { ModelEvent } from '../../../src/converser/words/models/provider.ts';
import { type ReplyReader, streamedReply } from '../../../src/providers/wire/streamed-reply.ts';

const text = (said: string): ModelEvent => ({ type: 'text-delta', text: said });
const thought = (said: string): ModelEvent => ({ type: 'reasoning-delta', text: said });
const fragment = (call: number, said: string): ModelEvent => ({
  type: 'invocation-delta',
  call,
  name: 'count',
  text: said,
});
const usage: ModelEvent = { type: 'usage', usage: { input: 1 } };
const finish: ModelEvent = { type: 'finish', reason: 'stop' };

/** The groups of a reply whose packets hold these events, or errors. */
function groupsOf(
  packets: readonly (readonly (ModelEvent | Error)[])[],
  signal = new AbortController().signal,
): Promise<readonly (readonly ModelEvent[])[]> {
  const reader: ReplyReader<ModelEvent | Error> = {
    open: async () =>
      inGroups(
        (async function* () {
          yield* packets;
        })(),
      ),
    read(item) {
      if (item instanceof Error) throw item;
      return [item];
    },
    end: () => [finish],
    explain: () => errors.modelBrokeOff('The model'),
    hideIn: value => value,
  };
  return Array.fromAsync(streamedReply(reader, signal).groups);
}

describe('what comes in one packet of a reply', () => {
  it('is one piece, as far as each part continues the one before', async () => {
    const packet = [
      thought('Hm'),
      thought('.'),
      text('One, '),
      text('two, '),
      text('three.'),
      thought('So.'),
    ];
    assert.deepEqual(await groupsOf([packet, [text('Four.')]]), [
      [thought('Hm.'), text('One, two, three.'), thought('So.')],
      [text('Four.')],
      [finish],
    ]);
  });

  it('keeps its order, and each call its own fragments', async () => {
    const packet = [
      text('I'),
      fragment(0, '{"to"'),
      fragment(0, ':7}'),
      fragment(1, '{'),
      usage,
      fragment(1, '}'),
    ];
    assert.deepEqual(await groupsOf([packet]), [
      [text('I'), fragment(0, '{"to":7}'), fragment(1, '{'), usage, fragment(1, '}')],
      [finish],
    ]);
  });

  it('joins the halves of a character', async () => {
    assert.deepEqual((await groupsOf([[text('\ud83d'), text('\ude00')]]))[0], [text('😀')]);
  });

  it('is told also where an error follows in it', async () => {
    const [[said, failure] = []] = await groupsOf([
      [text('One, '), text('two'), new Error('No.'), text('!')],
    ]);
    assert.deepEqual(said, text('One, two'));
    assert.equal(failure?.type, 'failure');
  });

  it('ends with the end of the reply', async () => {
    assert.deepEqual(await groupsOf([[text('One'), finish, text('two')], [text('three')]]), [
      [text('One'), finish],
    ]);
  });

  it('is not told once the person has stopped', async () => {
    const controller = new AbortController();
    controller.abort();
    const [[only] = [], ...more] = await groupsOf([[text('One')]], controller.signal);
    assert.equal(only?.type === 'failure' && only.error.code, 'cancelled');
    assert.deepEqual(more, []);
  });
});
