import assert from 'node:assert/strict';
import type { Subject } from '../../../../src/converser/words/ensemble/invoker.ts';
import type { PermissionRule } from '../../../../src/converser/words/permission/rules.ts';
import {
  indexRules,
  ruleText,
  rulingFor,
  rulingOfAll,
} from '../../../../src/converser/words/permission/rules.ts';

type Written = readonly (readonly [string, PermissionRule])[];

/** A call on these files, of which a pattern covers those that begin with it. */
function callOn(...files: readonly string[]): Subject {
  return {
    async covered(pattern) {
      if (pattern === 'broken') throw new Error('no glob.');
      const covered = files.filter(file => file.startsWith(pattern)).length;
      return covered === files.length ? 'all' : covered > 0 ? 'some' : 'none';
    },
    patterns: async () => [],
    places: files,
  };
}

describe('rules', () => {
  const texts = (written: Written, name: string) => indexRules(written)(name).map(({ text }) => text);

  it('are about a tool by its name or by its ensemble, in the order in which they were written', () => {
    const written: Written = [
      ['notes:*', 'ask'],
      ['notes:write', 'allow'],
      ['notes:write(a)', 'deny'],
      ['other:*', 'deny'],
      ['notes:*(b)', 'deny'],
      ['notes', 'deny'],
      ['*', 'deny'],
    ];
    const ofWrite = ['notes:*', 'notes:write', 'notes:write(a)', 'notes:*(b)'];
    assert.deepEqual(texts(written, 'notes:write'), ofWrite);
    assert.deepEqual(texts(written, 'notes:read'), ['notes:*', 'notes:*(b)']);
    for (const name of ['constructor', 'note:write', '']) assert.deepEqual(texts(written, name), []);
  });

  it('may name a tool with parentheses in its name', () => {
    const [rule, ...others] = indexRules([['notes:write(all)', 'deny']])('notes:write(all)');
    assert.deepEqual([rule, others], [{ rule: 'deny', text: 'notes:write(all)' }, []]);
  });

  it('are written as they are read', () => {
    for (const pattern of [undefined, 'src/**', 'a (b)/c', '(', 'a\nb']) {
      const [rule] = indexRules([[ruleText('notes:write', pattern), 'allow']])('notes:write');
      assert.equal(rule?.pattern, pattern);
    }
  });
});

describe('the rule that decides', () => {
  const decides = async (written: Written, ...files: readonly string[]) => {
    const rules = indexRules(written)('notes:write');
    return (await rulingFor(rules, callOn(...files))).rule?.text;
  };

  it('is the last one, and any that denies before it', async () => {
    const [general, own] = ['notes:*', 'notes:write'] as const;
    for (const [first, then, deciding] of [
      [[general, 'allow'], [own, 'ask'], own],
      [[own, 'ask'], [general, 'allow'], general],
      [[general, 'deny'], [own, 'allow'], general],
    ] as const)
      assert.equal(await decides([first, then], 'a'), deciding);
    assert.deepEqual(rulingOfAll([]), {});
  });

  it('covers all of a call to allow it, and only a part of it to ask or to deny', async () => {
    for (const rule of ['ask', 'deny'] as const) {
      assert.equal(await decides([['notes:write(src)', rule]], 'src/a', 'lib/b'), 'notes:write(src)');
      assert.equal(await decides([['notes:write(src)', rule]], 'lib/b'), undefined);
    }
    assert.equal(await decides([['notes:write(src)', 'allow']], 'src/a', 'src/b'), 'notes:write(src)');
    assert.equal(await decides([['notes:write(src)', 'allow']], 'src/a', 'lib/b'), undefined);
  });

  it('leaves to the tool what is denied only in part, if the tool leaves that out', async () => {
    const leavesOut = async (pattern: string) => pattern !== 'src/a';
    const looking: Subject = { ...callOn('src/a', 'keys/k'), leavesOut };
    const ruling = (...written: Written) => rulingFor(indexRules(written)('notes:write'), looking);
    assert.deepEqual(await ruling(['notes:write(keys)', 'deny']), { withheld: ['keys'] });
    const denied: Written = ['notes:write(keys)', 'notes:*(other)'].map(text => [text, 'deny']);
    const { rule, withheld } = await ruling(...denied, ['notes:*', 'allow']);
    assert.deepEqual([rule?.text, withheld], ['notes:*', ['keys', 'other']]);
    // A part that stays denies the call.
    assert.equal((await ruling(['notes:write(src/a)', 'deny'])).rule?.rule, 'deny');
    assert.equal((await ruling(['notes:write(keys)', 'ask'])).rule?.rule, 'ask');
  });

  it('denies a call that is denied as a whole, whatever the tool leaves out', async () => {
    const looking: Subject = { ...callOn('src/a', 'src/b'), leavesOut: () => true };
    const ruling = await rulingFor(indexRules([['notes:write(src)', 'deny']])('notes:write'), looking);
    assert.equal(ruling.rule?.rule, 'deny');
  });

  it('asks where one that asks or denies cannot be compared with the call, and is none where that is one that allows', async () => {
    for (const [subject, pattern] of [
      [undefined, 'src'],
      [callOn('src/a'), 'broken'],
    ] as const) {
      const ruling = (rule: PermissionRule) =>
        rulingFor(indexRules([[`notes:write(${pattern})`, rule]])('notes:write'), subject);
      assert.deepEqual(await ruling('allow'), {});
      for (const rule of ['ask', 'deny'] as const) {
        const { rule: found, unclear = '' } = await ruling(rule);
        assert.equal(found, undefined);
        assert.match(
          unclear,
          /^The rule notes:write\(\w+\) can’t be applied: (the tool doesn’t say|no glob)/,
        );
      }
    }
  });
});
