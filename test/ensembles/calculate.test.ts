import assert from 'node:assert/strict';
import fc from 'fast-check';
import { calculate } from '../../ensembles/calculate.mjs';

const whole = (count: number) => `(${Array.from({ length: count }, () => '9').join('')})`;

describe('calculate', () => {
  const answers: readonly (readonly [string, string])[] = [
    ['0.1 + 0.2', '= 0.3'],
    ['(19.99 * 3 + 4.5) * 1.19', '= 76.7193'],
    ['9007199254740993 × 3', '= 27021597764222979'],
    ['-2^2', '= -4'],
    ['2^3^2', '= 512'],
    ['2 ** -3', '= 0.125'],
    ['2^-3^2', '= 0.001953125'],
    ['1 - 2 - 3 / 4 / 5', '= -1.15'],
    ['10 % 4 * 2', '= 4'],
    ['5! / 3!', '= 20'],
    ['3!!', '= 720'],
    ['1_000.5e-3', '= 1.0005'],
    ['1e-9', '= 1e-9'],
    ['1/3', `≈ 0.${'3'.repeat(40)}`],
    ['1.0525^360', '≈ 99990242.75919266596748722659710258097254'],
    ['sqrt(2.25) + cbrt(27)', '= 4.5'],
    ['sqrt(2)', '≈ 1.41421356237309504880168872420969807857'],
    ['cos(pi / 3)', '≈ 0.5'],
    ['log(8, 2) + ln(e) + log10(1000) + log2(2)', '≈ 8'],
    ['round(2.345, 2) + round(-2.5)', '= -0.65'],
    ['floor(-1.5) + ceil(1.2) + trunc(1.9) + abs(-3)', '= 4'],
    ['min(3, 1, 2) + max(1, 5) + sum(0.1, 0.2) + mean(1, 2)', '= 7.8'],
  ];
  for (const [expression, answer] of answers)
    it(`answers ${expression}`, () => {
      const { sign, result } = calculate({ expression });
      assert.equal(`${sign} ${result}`, answer);
    });

  const refusals: readonly (readonly [string, RegExp])[] = [
    ['9^9^9^9', /too large/],
    ['450!', /too large/],
    [`${whole(900)} * ${whole(90)}^2`, /too large/],
    ['0.5^10000', /too close to 0/],
    [`${'('.repeat(400)}1`, /Nested too deeply/],
    [`${'-'.repeat(900)}1`, /Nested too deeply/],
    ['sin(1e900)', /angle is too large/],
    ['1 / (2 - 2)', /Division by zero/],
    ['0^-1', /Division by zero/],
    ['(-8)^(1/3)', /negative number/],
    ['ln(-1)', /not a real number/],
    ['1.5!', /whole numbers/],
    ['1 2', /Expected an operator before "2"/],
    ['(1', /closing bracket/],
    ['1 +', /ends too early/],
    ['1, 2', /Expected an operator/],
    ['(1, 2)', /comma/],
    ['sqrt(1, 2)', /sqrt takes one number/],
    ['log(1)', /log takes two numbers/],
    ['sin', /Write sin\(…\)/],
    ['process.exit()', /Can’t read ".exit\(\)"/],
    ['constructor(1)', /not "constructor"/],
  ];
  for (const [expression, message] of refusals)
    it(`says what is wrong with ${expression.slice(0, 30)}`, () => {
      assert.throws(() => calculate({ expression }), { message });
    });

  it('is exact with decimals of any length', () => {
    const digits = fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n });
    fc.assert(
      fc.property(digits, digits, (a, b) => {
        assert.equal(calculate({ expression: `(${a}) * (${b}) - (${b})` }).result, `${a * b - b}`);
      }),
      { numRuns: 200 },
    );
  });

  it('takes no longer than a blink for any expression, and fails only with its own words', () => {
    const parts = [
      '9',
      '0',
      '1e999',
      '1e-999',
      '3.7',
      'pi',
      '(',
      ')',
      '+',
      '-',
      '*',
      '/',
      '^',
      '%',
      '!',
      ',',
    ];
    const words = fc.constantFrom(...parts, 'exp(', 'ln(', 'sqrt(', 'tan(', 'round(', 'log(', 'cbrt(');
    fc.assert(
      fc.property(fc.array(words, { maxLength: 40 }), written => {
        const began = performance.now();
        try {
          calculate({ expression: written.join('') });
        } catch (cause) {
          assert.doesNotMatch(String(cause), /DecimalError|TypeError|RangeError/);
        }
        assert.ok(performance.now() - began < 2_000, written.join(''));
      }),
      { numRuns: 2_000 },
    );
  });
});
