import assert from 'node:assert/strict';
import { groupsOf, inGroups, onceBegun } from '../../../../src/converser/ground/async/flow.ts';
import { inSuccession } from '../../../../src/converser/ground/async/in-succession.ts';
import { rewritten } from '../../../../src/converser/ground/async/rewritten.ts';

/** Three items, of which the first two come together. */
async function* threeInTwo(onReturn: () => void = () => {}) {
  try {
    yield [1, 2];
    yield [3];
  } finally {
    onReturn();
  }
}

describe('a stream in groups', () => {
  it('is had one by one, or in the groups in which it came', async () => {
    assert.deepEqual(await Array.fromAsync(inGroups(threeInTwo())), [1, 2, 3]);
    assert.deepEqual(await Array.fromAsync(groupsOf(inGroups(threeInTwo()))), [[1, 2], [3]]);
  });

  it('has each item by itself when it came without groups', async () => {
    const items = inGroups(threeInTwo())[Symbol.asyncIterator]();
    const groups = groupsOf({ [Symbol.asyncIterator]: () => items });
    assert.deepEqual(await Array.fromAsync(groups), [[1], [2], [3]]);
  });

  it('ends when its consumer leaves, also in the middle of a group', async () => {
    let returned = false;
    const items = inGroups(threeInTwo(() => (returned = true)));
    for await (const item of items) {
      assert.equal(item, 1);
      break;
    }
    assert.equal(returned, true);
  });
});

describe('a stream that begins when it is read', () => {
  const begunBy = (begin: () => void, onReturn?: () => void) =>
    onceBegun(async () => {
      begin();
      return inGroups(threeInTwo(onReturn));
    }).groups;

  it('begins once, with the first group', async () => {
    let begun = 0;
    const groups = begunBy(() => begun++);
    assert.equal(begun, 0);
    assert.deepEqual(await Array.fromAsync(groups), [[1, 2], [3]]);
    assert.equal(begun, 1);
  });

  it('ends when its consumer leaves, and never begins if that was before', async () => {
    let [begun, returned] = [0, 0];
    const leave = () => returned++;
    const started = () => begunBy(() => begun++, leave);
    for await (const group of started()) {
      assert.deepEqual(group, [1, 2]);
      break;
    }
    await started()[Symbol.asyncIterator]().return?.();
    assert.deepEqual([begun, returned], [1, 1]);
  });
});

describe('a rewritten stream', () => {
  const fails = () => {
    throw new Error('No.');
  };
  const threefold = () => rewritten(inGroups(threeInTwo()), { write: item => [item, item * 10, item * 100] });
  const twice = (item: number) => (item === 2 ? [] : [item, item * 10]);

  it('keeps together what is made of a group, between what comes first and last', async () => {
    const stream = rewritten(inGroups(threeInTwo()), { begin: () => [0], write: twice, end: () => [99] });
    assert.deepEqual(await Array.fromAsync(stream.groups), [[0], [1, 10], [3, 30], [99]]);
  });

  it('is left once, however it ends, and only if it was begun', async () => {
    const left: string[] = [];
    const stream = (name: string, write: (item: number) => Iterable<number> = twice) =>
      rewritten(inGroups(threeInTwo(() => left.push(`source of ${name}`))), {
        write,
        leave: () => left.push(name),
      });
    await Array.fromAsync(stream('end').groups);
    for await (const _group of stream('break').groups) break;
    await assert.rejects(Array.fromAsync(stream('failure', fails).groups), /No\./);
    await stream('nothing').groups[Symbol.asyncIterator]().return?.();
    const further = rewritten(stream('first'), { write: twice, leave: () => left.push('second') });
    await Array.fromAsync(further.groups);
    const names = ['end', 'break', 'failure'].flatMap(name => [`source of ${name}`, name]);
    assert.deepEqual(left, [...names, 'source of first', 'first', 'second']);
  });

  it('hears of a source that fails, and is left', async () => {
    async function* failing() {
      yield [1];
      throw new Error('Broken off.');
    }
    let left = 0;
    const groups = rewritten(inGroups(failing()), { write: twice, leave: () => left++ }).groups;
    const read = groups[Symbol.asyncIterator]();
    assert.deepEqual(await read.next(), { value: [1, 10], done: false });
    await assert.rejects(read.next(), /Broken off/);
    assert.equal(left, 1);
    assert.equal((await read.next()).done, true);
  });

  it('ends with what comes instead of an error, after all that came before it, also when it is rewritten further', async () => {
    const stream = (write: (item: number) => readonly number[]) =>
      rewritten(inGroups(threeInTwo()), {
        write,
        end: () => [99],
        fail: async cause => [cause instanceof RangeError ? -1 : -2],
      });
    const fails = (item: number) => {
      if (item === 2) throw new RangeError('No.');
      return [item];
    };
    assert.deepEqual(await Array.fromAsync(stream(fails).groups), [[1, -1]]);
    const closed = { write: (item: number) => [`${item}`], end: () => ['>'] };
    assert.deepEqual(await Array.fromAsync(rewritten(stream(fails), closed).groups), [['1', '-1', '>']]);
  });

  it('can be rewritten further, also to a sooner end', async () => {
    const stops = (after: number) => {
      let isOver = false;
      const write = (item: number) => {
        isOver = item === after;
        return [`${item}`];
      };
      return { isOver: () => isOver, begin: () => ['<'], write, end: () => ['>'] };
    };
    const numbers = () =>
      rewritten(inGroups(threeInTwo()), { begin: () => [0], write: twice, end: () => [99] });
    const begun = [
      ['<', '0'],
      ['1', '10'],
    ];
    const all = await Array.fromAsync(rewritten(numbers(), stops(1000)).groups);
    assert.deepEqual(all, [...begun, ['3', '30'], ['99', '>']]);
    assert.deepEqual(await Array.fromAsync(rewritten(numbers(), stops(10)).groups), begun);
    const words = rewritten(inGroups(threeInTwo()), stops(2));
    const loud = rewritten(words, { write: word => [`${word}!`], end: () => ['end'] });
    assert.deepEqual(await Array.fromAsync(loud.groups), [['<!'], ['1!', '2!', 'end']]);
  });

  it('ends in the order in which it is rewritten, wherever that begins', async () => {
    const named = (name: string) => ({
      begin: () => [`<${name}`],
      write: (item: number | string) => [`${item}${name}`],
      end: () => [`${name}>`],
    });
    const chain = (first: Parameters<typeof rewritten<number, string>>[1]) =>
      rewritten(rewritten(rewritten(inGroups(threeInTwo()), first), named('b')), named('c'));
    const opened = ['<c', '<bc', '<abc'];
    const whole = await Array.fromAsync(chain(named('a')).groups);
    assert.deepEqual(whole, [opened, ['1abc', '2abc'], ['3abc'], ['a>bc', 'b>c', 'c>']]);
    const failing = { ...named('a'), write: fails, fail: async () => ['!'] };
    assert.deepEqual(await Array.fromAsync(chain(failing).groups), [opened, ['!bc', 'b>c', 'c>']]);
    const { end: _end, ...endless } = named('a');
    const over = { ...endless, isOver: () => true };
    assert.deepEqual(await Array.fromAsync(chain(over).groups), [opened, ['1abc', 'b>c', 'c>']]);
  });

  it('gives nothing more to a rewriter that is over, nor to those after it', async () => {
    const heard: string[] = [];
    const listener = (name: string, last?: number) => {
      let isOver = false;
      return {
        isOver: () => isOver,
        write(item: number) {
          heard.push(`${name}${item}`);
          isOver = item === last;
          return [item];
        },
        end: () => [99],
      };
    };
    const chain = rewritten(
      rewritten(rewritten(threefold(), listener('a')), listener('b', 10)),
      listener('c'),
    );
    assert.deepEqual(await Array.fromAsync(chain.groups), [[1, 10, 99]]);
    const ofA = [1, 10, 100, 2, 20, 200].map(item => `a${item}`);
    assert.deepEqual(heard, [...ofA, 'b1', 'b10', 'c1', 'c10']);
  });

  it('ends where a rewriter says so while it writes one by one, in the middle of a group, too', async () => {
    const heard: number[] = [];
    let isOver = false;
    const rewriter = {
      isOver: () => isOver,
      *write(item: number) {
        heard.push(item);
        isOver = item === 10;
        yield item;
      },
      end: () => [99],
    };
    const words = { write: (item: number) => [`${item}`], end: () => ['>'] };
    const chain = rewritten(rewritten(threefold(), rewriter), words);
    assert.deepEqual(await Array.fromAsync(chain.groups), [['1', '10', '>']]);
    assert.deepEqual(heard, [1, 10]);
  });

  it('has no group of which nothing is left', async () => {
    const stream = rewritten(inGroups(threeInTwo()), { write: item => (item === 3 ? [item] : []) });
    assert.deepEqual(await Array.fromAsync(stream.groups), [[3]]);
  });

  it('reads no further once it is over, and says nothing at the end', async () => {
    let returned = false;
    let isOver = false;
    const write = (item: number) => {
      isOver = true;
      return [item];
    };
    const rewriter = { isOver: () => isOver, write, end: () => [99] };
    const source = inGroups(threeInTwo(() => (returned = true)));
    assert.deepEqual(await Array.fromAsync(rewritten(source, rewriter)), [1]);
    assert.equal(returned, true);
  });
});

describe('streams in groups that follow each other', () => {
  it('are begun one after the other, and left with the one that is read', async () => {
    const left: string[] = [];
    async function* streams() {
      try {
        yield inGroups(threeInTwo(() => left.push('first')));
        yield inGroups(threeInTwo(() => left.push('second')));
      } finally {
        left.push('all');
      }
    }
    assert.deepEqual(await Array.fromAsync(inSuccession(streams()).groups), [[1, 2], [3], [1, 2], [3]]);
    assert.deepEqual(left.splice(0), ['first', 'second', 'all']);
    for await (const _group of inSuccession(streams()).groups) break;
    assert.deepEqual(left, ['first', 'all']);
  });
});
