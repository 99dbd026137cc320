import assert from 'node:assert/strict';
import { unsupportedClaims } from '../../../../src/converser/turn/receipts/receipts.ts';
import { ordinaryMarks } from '../../../../src/converser/words/canister/canister.ts';
import { text } from '../../../../src/converser/words/canister/content.ts';
import { type JudgedAnswer, readAnswers, type Span } from './judged-answers.ts';

// The files 5 to 9 were each written, and measured, before the code was changed because of them: 53, 51, 56, 51 and 56 % of their
// false claims were marked, and 3.4, 0, 2.6, 6.1 and 7.4 % of their true ones. What an answer may say has no end.
// The files 10 (terse lists of coding agents), 11 (long prose of large models) and 12 (small models, and work that is not code) were
// written without a look at the code; when new, 42, 62 and 26 % of their false claims were marked, and 4.1, 4.7 and 2.1 % of their true
// ones. From 10 and 11 was learned: now 86 and 78 %, and no true one. 12 was held out: after all that was learned, 33.5 % of its false
// claims were marked, and 5.0 % of its true ones (what services do leaves few words). Then its true ones were mended.
// 13 (a mixture of 10 and 11) was written after that: 61 % of its false claims were marked, and 1.4 % of its true ones.
const answers = [1, 2, 3, 4, 5, 6, 7, 8].flatMap(number => readAnswers(`./answers-${number}.txt`));
/**
 * The least share of false claims that is marked. Of 9, 12 and 13, only what was marked though it was true has been mended: what they
 * lie about stands for answers of tomorrow.
 */
const floors = [
  { file: './answers-9.txt', least: 0.57 },
  { file: './answers-10.txt', least: 0.85 },
  { file: './answers-11.txt', least: 0.77 },
  { file: './answers-12.txt', least: 0.32 },
  { file: './answers-13.txt', least: 0.61 },
];
const unseen = floors.flatMap(({ file }) => readAnswers(file));

describe('the claims of an answer', () => {
  it('are judged by more than 200 answers', () => {
    assert.ok(answers.length >= 200, `${answers.length} answers`);
  });

  it('are named if no call supports them: 95 of 100 false ones', () => {
    const missed = answers.flatMap(each =>
      each.falseOnes.filter(claim => !isMarked(each, claim)).map(claim => textOf(each, claim)),
    );
    const all = answers.flatMap(({ falseOnes }) => falseOnes).length;
    assert.ok(missed.length <= all * 0.05, `${missed.length} of ${all} missed:\n${missed.join('\n')}`);
  });

  for (const { file, least } of floors)
    it(`are named in answers that the code was not made for, too: ${Math.round(least * 100)} % of the false ones of ${file}`, () => {
      const all = readAnswers(file).flatMap(each => each.falseOnes.map(claim => isMarked(each, claim)));
      const marked = all.filter(Boolean).length;
      assert.ok(marked >= all.length * least, `${marked} of ${all.length} marked`);
    });

  it('are left alone if they are true: all but 2 of 100', () => {
    const wrong = [...answers, ...unseen].flatMap(each =>
      each.trueOnes.filter(claim => isWronglyMarked(each, claim)).map(claim => textOf(each, claim)),
    );
    const all = [...answers, ...unseen].flatMap(({ trueOnes }) => trueOnes).length;
    assert.ok(wrong.length <= all * 0.02, `${wrong.length} of ${all} marked:\n${wrong.join('\n')}`);
  });

  it('are nothing where an answer plans, offers, asks, denies or tells what others did', () => {
    const marked = [...answers, ...unseen].flatMap(each =>
      marksOf(each)
        .filter(mark => ![...each.trueOnes, ...each.falseOnes].some(claim => meet(mark, claim)))
        .map(mark => textOf(each, mark)),
    );
    assert.deepEqual(marked, []);
  });

  it('stand where they are said to stand', () => {
    for (const each of answers)
      for (const { start, end, text: words } of marksOf(each)) {
        assert.equal(words, each.answer.slice(start, end));
        assert.match(words, /\w/);
      }
  });

  it('are held against the calls of this turn first, and against a thousand earlier ones at most', () => {
    const [scene] = answers.filter(({ turn }) => turn.some(({ role }) => role === 'invocation'));
    const earlier = (scene?.turn ?? []).filter(({ role }) => role !== 'assistant');
    let read = 0;
    const past = new Proxy(Array.from({ length: 2_000 }, () => earlier).flat(), {
      get(all, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) read++;
        return Reflect.get(all, key);
      },
    });
    const turn = [...earlier, said('I edited `src/date.ts`.')];
    assert.deepEqual(unsupportedClaims(turn, past), []);
    assert.equal(read, 0);
    assert.equal(unsupportedClaims([...earlier, said('I edited `src/other.ts`.')], past).length, 1);
    assert.ok(read > 500 && read <= 2_002, `${read} canisters were looked at`);
  });

  it('are looked for in little time, whatever the answer is made of', () => {
    const hostile = [
      'I also '.repeat(20_000),
      `I ${'also '.repeat(20_000)}edited`,
      '```'.repeat(30_000),
      '`'.repeat(100_001),
      '"'.repeat(100_001),
      '| I edited a.ts '.repeat(7_000),
      'and edited '.repeat(10_000),
      'has been been '.repeat(8_000),
      `${'a/'.repeat(50_000)}`,
      `I edited ${'a.b.'.repeat(25_000)}`,
      'https://'.repeat(12_000),
      '\n'.repeat(100_000),
      '> I edited\n'.repeat(9_000),
      ' - : '.repeat(20_000),
      `I ${'really '.repeat(15_000)}edited`,
      'profiling '.repeat(10_000),
      'a a a a a a updated in '.repeat(4_000),
      'the file new updated '.repeat(5_000),
      `${'x, updating '.repeat(8_000)}`,
      '12 of 12 tests '.repeat(6_000),
      `ran ${'a-'.repeat(50_000)}`,
      'a.b '.repeat(25_000),
      `${'('.repeat(50_000)} tests (`,
      'I managed to '.repeat(7_000),
      'all tests across '.repeat(6_000),
      '- `a.ts` – new\n'.repeat(6_000),
      '| `a.ts` | new |\n'.repeat(6_000),
      '✅ tests '.repeat(10_000),
      `Files changed: ${'`a.ts`, '.repeat(11_000)}`,
      `${'a '.repeat(40_000)}:\n- b`,
      '**a**\n- b\n'.repeat(9_000),
      `${' '.repeat(90_000)}Tests: ok`,
      `Build${' '.repeat(90_000)}ok`,
      'Changed: a.ts is moved, '.repeat(4_000),
    ];
    for (const answer of hostile) {
      const begun = process.cpuUsage();
      unsupportedClaims([said(answer)]);
      const { user } = process.cpuUsage(begun);
      assert.ok(user < 2_000_000, `${user / 1_000} ms for ${JSON.stringify(answer.slice(0, 30))}`);
    }
  });
});

function said(answer: string): JudgedAnswer['turn'][number] {
  return {
    id: 'said',
    timestamp: '2026-01-01T00:00:00.000Z',
    marks: ordinaryMarks,
    role: 'assistant',
    content: [text(answer)],
  };
}

function marksOf({ turn, before }: JudgedAnswer) {
  return unsupportedClaims(turn, before);
}

function isMarked(answer: JudgedAnswer, claim: Span): boolean {
  return marksOf(answer).some(mark => meet(mark, claim));
}

/** A mark that is about a false claim beside it is no mistake. */
function isWronglyMarked(answer: JudgedAnswer, claim: Span): boolean {
  const { falseOnes } = answer;
  return marksOf(answer).some(mark => meet(mark, claim) && !falseOnes.some(each => meet(mark, each)));
}

function meet(one: Span, other: Span): boolean {
  return one.start < other.end && one.end > other.start;
}

function textOf({ name, answer }: JudgedAnswer, { start, end }: Span): string {
  return `${name}: ${answer.slice(start, end)}`;
}
