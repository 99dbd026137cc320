import assert from 'node:assert/strict';
import type { Canister } from '../../../src/converser/words/canister/canister.ts';
import { findPattern } from '../../../src/sidebar/find/find-pattern.ts';
import { matchAt, numberFrom, totalOf } from '../../../src/sidebar/find/matches.ts';
import { countMatches, searchedPartsOf } from '../../../src/sidebar/find/searched-texts.ts';
import { canisterMaker } from '../canisters.ts';
import { sidebarState, stateHost } from '../sidebar-states.ts';

const make = canisterMaker();

function count(wanted: string, ...canisters: readonly Canister[]): number {
  const pattern = findPattern(wanted);
  return pattern === undefined ? 0 : countMatches(searchedPartsOf({ canisters }), pattern);
}

describe('what is searched in a conversation', () => {
  const call = make.invocation('call-1', 'workspace:read_file', { path: 'src/main.ts' });

  it('is what one reads of Markdown, not its marks', () => {
    const said = make.assistant(
      'a',
      'It is **very** `fast`,\nand [linked](https://example.org/hidden).\n\n```ts\nconst very = 1;\n```\n\n| a | very |\n| - | - |\n| 1 | 2 |',
    );
    assert.equal(count('very', said), 3);
    assert.equal(count('is very fast, and LINKED', said), 1, 'across marks, lines and case');
    assert.equal(count('hidden', said), 0);
    assert.equal(count('**', said), 0);
    assert.equal(count('fast, and linked. const', said), 0, 'not across paragraphs');
  });

  it('takes every character of what is looked for as it is', () => {
    const said = make.user('u', 'f(x) = [a.b*c]? $1 ^2 {3} | \\d -/');
    for (const wanted of ['f(x)', '[a.b*c]?', '$1 ^2', '{3} |', '\\d', '-/', 'F(X)'])
      assert.equal(count(wanted, said), 1, wanted);
    assert.equal(count('a-b', said), 0);
    assert.equal(count('   ', said), 0);
  });

  it('has a call once, by its name, its arguments or its result', () => {
    const result = make.result('call-1', 'main main main');
    assert.equal(count('main', call, result), 1);
    assert.equal(count('read_file', call, result), 1);
    assert.equal(count('src/', call), 1);
    assert.equal(count('elsewhere', call, result), 0);
  });

  it('numbers the matches of all turns', () => {
    const matches = [
      [2, 3],
      [7, 1],
    ] as const;
    assert.equal(totalOf(matches), 4);
    const places = [0, 2, 3, 4].map(number => matchAt(matches, number));
    assert.deepEqual(places, [{ turn: 2, nth: 0 }, { turn: 2, nth: 2 }, { turn: 7, nth: 0 }, undefined]);
    const numbers = [0, 2, 3, 7, 8].map(turn => numberFrom(matches, turn));
    assert.deepEqual(numbers, [0, 0, 3, 3, 0]);
    assert.equal(numberFrom([], 3), 0);
  });

  it('is found by the extension in all turns, and an older search gives way to a newer one', async () => {
    const host = stateHost();
    const canisters = Array.from({ length: 400 }, (_, at) => [
      make.user(`user-${at}`, `Question ${at}`),
      make.assistant(`answer-${at}`, at % 100 === 0 ? 'A **rare** and rare thing' : 'Nothing. '.repeat(200)),
    ]).flat();
    host.shown(sidebarState({ canisters }));
    const older = host.answer({ type: 'read-matches', request: 1, text: 'nothing' });
    const newer = host.answer({ type: 'read-matches', request: 2, text: 'RARE' });
    assert.deepEqual(await older, []);
    const [found] = await newer;
    assert.ok(found?.type === 'found');
    assert.equal(found.request, 2);
    const wanted = [0, 100, 200, 300].map(turn => [turn, 2]);
    assert.deepEqual(found.matches, wanted);
  });
});
