import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createSentHistory } from '../../../../src/converser/turn/compaction/sent-history.ts';
import { type Canister, ordinaryMarks } from '../../../../src/converser/words/canister/canister.ts';
import { text } from '../../../../src/converser/words/canister/content.ts';

const common = { timestamp: '2026-01-01T00:00:00.000Z', content: [], marks: ordinaryMarks };

type Step = 'round' | 'repeat' | 'outside' | 'late' | 'compaction';

/** What one step adds to a turn. A compaction leaves out the result of the round before it. */
function stepped(step: Step, at: number): readonly Canister[] {
  const invocation = { ...common, id: `c${at}`, role: 'invocation', ensemble: 'e', name: 'n' } as const;
  const result = { ...common, id: `r${at}`, role: 'result', invocationId: `c${at}` } as const;
  const outside = { integrity: 'outside', sources: ['web:w'], confidentiality: 'workspace' } as const;
  const left = { id: `r${at - 1}`, title: 't', line: '[Left out.]', tokens: 9 };
  const more = { role: 'compaction', reason: 'asked', results: [left], passages: [] } as const;
  switch (step) {
    case 'late':
      return [{ ...common, id: `d${at}`, role: 'document', content: [text(`Late ${at}`)], added: true }];
    case 'compaction':
      return [{ ...common, id: `k${at}`, ...more, tokens: { before: 20, after: 10 } }];
    default:
      return [
        { ...invocation, arguments: {} },
        {
          ...result,
          content: [text(`Result ${at}`)],
          ...(step === 'outside' && { label: outside }),
          ...(step === 'repeat' && { repeats: `r${at - 1}`, inShort: true as const }),
        },
      ];
  }
}

describe('what a turn sends', () => {
  it('is the same where it goes on from the last round as where all is read anew', () => {
    const steps = fc.array(fc.constantFrom<Step>('round', 'repeat', 'outside', 'late', 'compaction'), {
      maxLength: 12,
    });
    const above: readonly Canister[] = [{ ...common, id: 's', role: 'supervisor', content: [text('Be.')] }];
    fc.assert(
      fc.property(steps, fc.nat(6), (all, past) => {
        const begun = all.slice(0, past).flatMap(stepped);
        const turn: { canisters: readonly Canister[] } = { canisters: [] };
        const sent = createSentHistory({ canisters: begun }, turn);
        const earlier: (readonly Canister[])[] = [];
        for (const [at, step] of all.entries()) {
          if (at < past) continue;
          turn.canisters = [...turn.canisters, ...stepped(step, at)];
          sent.read();
          const whole = { canisters: [...begun, ...turn.canisters] };
          assert.deepEqual(sent.after(above), createSentHistory(whole, { canisters: [] }).after(above));
          earlier.push(sent.after(above), [...sent.after(above)]);
        }
        for (let at = 0; at < earlier.length; at += 2) assert.deepEqual(earlier[at], earlier[at + 1]);
      }),
    );
  });
});
