import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Ended, readBeginning } from '../../../src/dialects/contract/invention.ts';

const words = fc.constantFrom(
  ...'tool|Tool|function|_|call|calls|result|Results|output|response| of | for |User|Human|system|Observation|:|：|**|### |#|[|]|{|"|\'|`|```json\n|results|\n| |x|9|.|<tool_response|<|im_start|>|<|user|>|[INST]|[TOOL_RESULTS]|<｜tool▁outputs| returned| has|tool roll|{"type": |"tool_result"|{"role":|"user"|.'.split(
    '|',
  ),
  'a long name of some tool that takes up much of what is looked at ',
);
const anyText = fc.array(words, { minLength: 1, maxLength: 12 }).map(parts => parts.join(''));
const anyEnd = fc.constantFrom<Ended>('call', 'block', 'answer', 'mark');

describe('What follows the end of a turn', () => {
  it('is told apart at the same place however it is cut into pieces', () => {
    fc.assert(
      fc.property(anyText, anyEnd, (text, ended) => {
        const readings = Array.from(text, (_, at) => readBeginning(text.slice(0, at + 1), ended));
        const decided = readings.find(reading => reading !== 'open');
        const first = readings.findIndex(reading => reading !== 'open');
        if (first >= 0) for (const reading of readings.slice(first)) assert.equal(reading, decided, text);
      }),
      { numRuns: 20_000 },
    );
  });

  it('is told apart within a hundred characters', () => {
    fc.assert(
      fc.property(anyText, anyEnd, (text, ended) => {
        assert.notEqual(readBeginning(text.padEnd(100, 'x'), ended), 'open');
      }),
    );
  });
});
