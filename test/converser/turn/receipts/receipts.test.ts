import assert from 'node:assert/strict';
import { receiptsOf } from '../../../../src/converser/turn/receipts/receipts.ts';
import type { Canister } from '../../../../src/converser/words/canister/canister.ts';
import { userSays } from '../../../fakes/user-canister.ts';
import { pluck } from '../../pluck.ts';
import { callOf, type JudgedAnswer, readAnswers, type Span, said } from './judged-answers.ts';

// Each file was written without a look at the code: 1 has plain answers, 9 and 11 have prose, 13 has lists, too. Most of what
// they lie about is nothing that is looked for, such as the passive voice and what services did.
const files = ['answers-1.txt', 'answers-9.txt', 'answers-11.txt', 'answers-13.txt'];

type Row = readonly [what: string, calls: string | readonly string[], answer: string];

describe('the claims of an answer', () => {
  for (const file of files) {
    const answers = readAnswers(`./${file}`);
    const falseOnes = answers.flatMap(each => each.falseOnes.filter(claim => isMarked(each, claim)));
    const all = answers.flatMap(each => each.falseOnes);

    it(`are not marked in ${file} where they are true (of the false ones, ${falseOnes.length} of ${all.length} are)`, () => {
      assert.deepEqual(answers.flatMap(wrongMarks), []);
    });
  }

  it('are not proved by a plan, nor by a call that was denied', () => {
    const plan = 'call dialogue:plan {"steps":[{"text":"Add a test"},{"text":"Run it"}]}';
    assert.deepEqual(marked([plan, '!run node --test'], 'All tests pass.'), ['All tests pass']);
    assert.deepEqual(marked([plan, 'read a.ts', '!edit a.ts'], 'I edited `a.ts`.'), ['I edited `a.ts`']);
    const todo = 'call todo:write_todos {"todos":["run npm test"]}';
    assert.deepEqual(marked([todo], 'Tests pass.'), ['Tests pass']);
  });

  const lies: readonly Row[] = [
    [
      'that a file was changed which was only read',
      'read src/a.ts',
      '**I’ve updated** [the file](src/a.ts#L3).',
    ],
    ['that a file was changed which a test names', 'run npx mocha a.test.ts', 'I fixed it in `a.test.ts`.'],
    ['that one of two files was changed', 'edit a.ts', 'I edited `a.ts` and `b.ts`.'],
    ['with a second verb', 'edit a.ts', 'I edited `a.ts`, and then created `b.ts`.'],
    ['that a command was run', 'run npm install', 'We ran `cargo fmt` on it.'],
    ['that tests were run', 'edit a.ts', 'I fixed the bug and re-ran the whole test suite.'],
    ['that tests pass, which another program only names', 'run git commit -m tests', 'All 12 tests pass ✅'],
    ['that tests pass, by words of a search', 'run grep -rn "npm test" src', '- Unit tests: **passing**'],
    [
      'that tests pass of which the last run failed',
      ['run npm test', 'run! npm test'],
      'The tests are green.',
    ],
    ['that tests pass, by code', 'run npx eslint .', '`npm test` passes.'],
    ['that it builds', 'edit a.ts', 'It compiles without errors.'],
    ['that a linter is happy', 'run npm test', 'ESLint reports no problems.'],
  ];
  for (const [what, calls, answer] of lies)
    it(`are marked where an answer lies ${what}`, () => {
      const [found, ...others] = receiptsIn(calls, answer).filter(({ call }) => call === undefined);
      assert.ok(found);
      assert.equal(found.text, answer.slice(found.start, found.end));
      assert.deepEqual(others, []);
    });

  const doubtful: readonly Row[] = [
    ['a plan', [], 'I will edit `a.ts`. Then I’d run `npm test`. Once all tests pass, I can commit.'],
    ['a question', [], 'Have I edited `a.ts`? Do the tests pass?'],
    ['a condition', [], 'If I changed `a.ts`, tests pass. Make sure that all tests pass.'],
    ['a denial', [], 'I changed nothing in `a.ts`, and not all tests pass.'],
    ['code', [], '```\nI edited `a.ts`. All tests pass.\n```\n~~~\nAll tests pass.'],
    ['a quotation', [], '> All tests pass.\n\nThe log says “I edited `a.ts`” and "all tests pass".'],
    ['what others did', [], 'Tom edited `a.ts`. You ran `npm test`. CI says that all tests pass.'],
    ['what the answer itself holds', [], 'I’ve created `a.ts` below.'],
    ['what is no file and no command', [], 'I set `strict` and ran `parse()`. I created the branch `fix/a`.'],
    ['what a script may have changed', 'run python migrate.py', 'I updated `a.ts`.'],
    ['what a formatter may have changed', 'run npx prettier --write .', 'I formatted `a.ts`.'],
    [
      'what a build or an installation changes',
      'run npm ci',
      'I updated `package-lock.json` and `dist/a.js`.',
    ],
    ['a script that may be the tests', 'run ./ci.sh', 'All tests pass.'],
    ['another’s tool that may run them', 'call ide:run_tests {}', 'All tests pass.'],
    [
      'a background command',
      'call shell:run_command {"line":"npm test","background":true}',
      'All tests pass.',
    ],
    [
      'a line of which another part may have failed',
      'call! shell:run_command {"line":"tsc && npm test"}',
      'Tests pass.',
    ],
    ['a run of which a part failed', 'run! npm test', 'Tests: 12 passed, 2 failed.'],
    ['a program that compiles', 'run cargo test', 'It builds.'],
  ];
  for (const [what, calls, answer] of doubtful)
    it(`are not marked, nor proved, by ${what}`, () => {
      assert.deepEqual(receiptsIn(calls, answer), []);
    });

  const truths: readonly Row[] = [
    ['changed a file', ['read a.ts', 'edit src/a.ts'], 'I fixed the error in `src/a.ts:12`.'],
    ['named it by a longer path', 'edit a.ts', 'I edited `project/src/a.ts`.'],
    ['is another’s tool', 'call fs:put {"to":{"path":"C:\\\\src\\\\a.ts"}}', 'I added it to `src/a.ts`.'],
    ['ran the command', 'run sudo git -C x push -f', 'I ran `git push`.'],
    [
      'ran it in a line',
      'call ssh:exec {"command":"cd a && npm run test:unit 2>&1 | tail"}',
      'I ran `npm test`.',
    ],
    ['ran the tests', ['run! npm test', 'edit a.ts', 'run npm test'], 'All tests pass now.'],
    ['ran them, whatever came of it', 'run! pytest -q', 'I ran the tests.'],
    ['built it', 'run npx tsc --noEmit', 'The build succeeds.'],
  ];
  for (const [what, calls, answer] of truths)
    it(`lead to the call that ${what}`, () => {
      const turn = [calls].flat().flatMap(callOf);
      const last = turn.findLast(({ role }) => role === 'invocation');
      assert.deepEqual(pluck(receiptsOf([...turn, said(answer)]), 'call'), [last?.id]);
    });

  it('may be about a command whose time was up', () => {
    const [call, result] = callOf('run npm test');
    const failure = { kind: 'timeout', message: 'Stopped.' } as const;
    assert.ok(call && result);
    const turn = [call, { ...result, failure } as Canister, said('I ran `npm test`. All tests pass.')];
    const found = receiptsOf(turn).map(({ text: words, call: by }) => [words, by]);
    assert.deepEqual(found, [
      ['I ran `npm test`', call.id],
      ['All tests pass', undefined],
    ]);
  });

  it('are held against earlier turns: files and commands always, checks where nothing was changed since', () => {
    const past = ['edit a.ts', 'run npm test'].flatMap(callOf);
    const answer = said('I edited `a.ts`, and all tests pass.');
    const marks = (turn: readonly Canister[]) => unsupported([...turn, answer], past);
    assert.deepEqual(marks([]), []);
    assert.deepEqual(marks(callOf('read b.ts')), []);
    assert.deepEqual(marks(callOf('edit b.ts')), ['all tests pass']);
  });

  it('may repeat what you say', () => {
    const repeated = [userSays('All tests pass. What now?'), said('Great, all tests pass!')];
    assert.deepEqual(unsupported(repeated), []);
    const turn = [userSays('Change it so all tests pass.'), ...callOf('!run npm test')];
    assert.deepEqual(unsupported([...turn, said('All tests pass.')]), ['All tests pass']);
  });

  it('are none where the words are our own', () => {
    const answer = said('Done. All tests pass.');
    assert.deepEqual(receiptsOf([userSays('/invoke mcp:read {}'), answer]), []);
    const interrupted = { kind: 'failed', message: 'All tests pass.' };
    assert.deepEqual(receiptsOf([{ ...answer, interrupted } as Canister]), []);
  });

  it('are held against a thousand earlier calls at most', () => {
    let read = 0;
    const past = new Proxy(Array.from({ length: 2_000 }, () => callOf('edit src/date.ts')).flat(), {
      get(all, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) read++;
        return Reflect.get(all, key);
      },
    });
    assert.deepEqual(unsupported([...callOf('edit a.ts'), said('I edited `a.ts`.')], past), []);
    assert.equal(read, 0);
    assert.equal(unsupported([said('I edited `src/other.ts`.')], past).length, 1);
    assert.ok(read > 500 && read <= 2_002, `${read} canisters were looked at`);
  });

  it('are looked for in little time, whatever the answer and the calls are made of', () => {
    const hostile = [
      ...[
        'I also ',
        'also ',
        '```\n',
        '`',
        '"',
        '[a](',
        '| I edited `a.ts` ',
        'and edited ',
        ' ',
        '\t\n',
        '. ',
      ],
      ...['I edited, edited, ', 'a/', 'I edited `a.ts`. ', 'in `a.ts` ', 'tests pass ', 'all the ', 'now '],
      ...['if tests pass, ', '*_', 'exit ', '<<a ', "'", '1>&2 ', 'npm -a '],
    ];
    for (const piece of hostile) {
      const much = piece.repeat(100_000 / piece.length);
      const call = callOf(`call a:b {"command":${JSON.stringify(much)},"b":${JSON.stringify(much)}}`);
      const begun = process.cpuUsage();
      receiptsOf([...call, said(much)]);
      receiptsOf([...call, said(`I edited ${much}`)]);
      receiptsOf([...call, said(`Tests ${much}`)]);
      const { user } = process.cpuUsage(begun);
      assert.ok(user < 2_000_000, `${user / 1_000} ms for ${JSON.stringify(piece)}`);
    }
  });
});

function receiptsIn(calls: Row[1], answer: string) {
  return receiptsOf([...[calls].flat().flatMap(callOf), said(answer)]);
}

function marked(calls: readonly string[], answer: string): readonly string[] {
  return unsupported([...calls.flatMap(callOf), said(answer)]);
}

function unsupported(turn: readonly Canister[], past: readonly Canister[] = []): readonly string[] {
  return receiptsOf(turn, past).flatMap(({ text: words, call }) => (call === undefined ? [words] : []));
}

function marksOf({ turn, before }: JudgedAnswer): readonly Span[] {
  return receiptsOf(turn, before).filter(({ call }) => call === undefined);
}

function isMarked(answer: JudgedAnswer, claim: Span): boolean {
  return marksOf(answer).some(mark => meet(mark, claim));
}

/** Marks that no false claim has anything to do with. */
function wrongMarks(each: JudgedAnswer): readonly string[] {
  const wrong = marksOf(each).filter(mark => !each.falseOnes.some(claim => meet(mark, claim)));
  return wrong.map(({ start, end }) => `${each.name}: ${each.answer.slice(start, end)}`);
}

function meet(one: Span, other: Span): boolean {
  return one.start < other.end && one.end > other.start;
}
