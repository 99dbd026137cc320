import assert from 'node:assert/strict';
import { joinAuxdata, readAuxdata } from '../../../../src/converser/call/invocation/auxdata.ts';

describe('What a conversation gives its tools', () => {
  it('is a JSON object that is not too long', () => {
    assert.deepEqual(readAuxdata('{"customer": {"id": 17}}'), { auxdata: { customer: { id: 17 } } });
    const longest = JSON.stringify({ text: 'x'.repeat(4_000 - 11) });
    assert.ok('auxdata' in readAuxdata(longest));
    assert.match(wrongIn(`${longest} `), /longer than 4000 characters/);
    for (const written of ['', 'customer=17', '[1]', 'null', '"x"', '{', '['.repeat(4_000)])
      assert.match(wrongIn(written), /must be a JSON object/);
  });

  it('sets no prototype, at any depth', () => {
    for (const name of ['__proto__', '\\u005f_proto__'])
      assert.match(wrongIn(`{"a": [{"${name}": {"isAdmin": true}}]}`), /__proto__/);
  });

  it('joins what the descriptor sets, which stays', () => {
    assert.deepEqual(joinAuxdata({ command: 'list' }, { command: 'delete', customer: 17 }), {
      command: 'list',
      customer: 17,
    });
    assert.deepEqual(joinAuxdata(undefined, undefined), {});
  });

  it('is another copy for each call', () => {
    const added = { customer: { id: 17 } };
    const one = joinAuxdata({}, added) as { customer: { id: number } };
    one.customer.id = 18;
    assert.deepEqual(joinAuxdata({}, added), { customer: { id: 17 } });
  });
});

function wrongIn(written: string): string {
  const read = readAuxdata(written);
  return 'wrong' in read ? read.wrong : 'taken';
}
