import assert from 'node:assert/strict';
import { flowOfBody } from '../../../src/converser/ground/async/flow-of-body.ts';
import { type ByteFlow, bodyOf, heardFlow } from '../../../src/providers/wire/byte-flow.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

function flowOf(...pieces: readonly string[]) {
  const left = [...pieces];
  const reasons: unknown[] = [];
  const flow: ByteFlow = {
    begin: () => [],
    pull({ take }) {
      const piece = left.shift();
      take(piece === undefined ? [] : [bytes(piece)], piece === undefined);
    },
    leave: async reason => void reasons.push(reason),
  };
  return { flow, left, reasons };
}

describe('a body made of a flow', () => {
  it('has what it pulls, and pulls on demand only', async () => {
    const { flow, left } = flowOf('a', '', 'b');
    const body = bodyOf(flow);
    await Promise.resolve();
    assert.equal(left.length, 3);
    assert.equal(await new Response(body).text(), 'ab');
  });

  it('is cancelled with it', async () => {
    const { flow, reasons } = flowOf('a');
    await bodyOf(flow).cancel('enough');
    assert.deepEqual(reasons, ['enough']);
  });

  it('fails with it', async () => {
    const failing: ByteFlow = { ...flowOf().flow, pull: ({ fail }) => fail(new Error('Broken.')) };
    await assert.rejects(new Response(bodyOf(failing)).text(), /Broken/);
  });
});

describe('the flow of a body', () => {
  it('has its pieces, and each is heard first', async () => {
    const heard: string[] = [];
    const flow = heardFlow(flowOfBody(new Blob(['text']).stream()), {
      hear: (pieces, isLast) => heard.push(`${Buffer.concat(pieces)} ${isLast}`),
      wait: () => heard.push('wait'),
    });
    assert.equal(await new Response(bodyOf(flow)).text(), 'text');
    assert.deepEqual(heard, ['wait', 'text false', 'wait', ' true']);
  });
});
