import { receiptsOf } from '../../../src/converser/turn/receipts/receipts.ts';
import type { Canister } from '../../../src/converser/words/canister/canister.ts';
import { ordinaryMarks } from '../../../src/converser/words/canister/canister.ts';
import { text } from '../../../src/converser/words/canister/content.ts';
import type { CreateContestant } from './main.ts';

/**
 * The claims of one answer of 2,000 characters, held against calls that nobody has looked at before. Of the scenario it
 * takes the number of calls.
 */
export const createReceipts: CreateContestant = async ({ scenario: { calls } }) => {
  const answer = `${paragraph.repeat(8)}\n\nI also noted it in \`docs/router.md\`.`;
  return async () => {
    const turn: readonly Canister[] = [
      ...Array.from({ length: calls }, (_, at) => callWithResult(at)).flat(),
      { ...common('answer'), role: 'assistant', content: [text(answer)] },
    ];
    const unsupported = receiptsOf(turn).filter(({ call }) => call === undefined);
    if (unsupported.length !== 1) throw new Error(`${unsupported.length} claims were marked, not one.`);
    return { calls, answer: '' };
  };
};

const paragraph =
  'I read `src/server.ts` and moved the router to `src/router.ts`, because both had grown. I updated `src/server.ts`, ran `npm test`, and all tests pass. If you want, I can also split the handlers; you could then test each of them alone.\n\n';

function callWithResult(at: number): readonly Canister[] {
  const file = at % 2 === 0 ? 'src/server.ts' : 'src/router.ts';
  const isRun = at % 5 === 0;
  const args = isRun
    ? { program: 'npm', args: ['test'] }
    : { path: file, content: `const a${at} = ${at};\n`.repeat(200) };
  return [
    {
      ...common(`call-${at}`),
      role: 'invocation',
      ensemble: isRun ? 'shell' : 'workspace',
      name: isRun ? 'run_command' : 'write_file',
      arguments: args,
      content: [],
    },
    {
      ...common(`result-${at}`),
      role: 'result',
      invocationId: `call-${at}`,
      content: [text('Exit code 0 after 1 s.')],
    },
  ];
}

function common(id: string) {
  return { id, timestamp: '2026-01-01T00:00:00.000Z', marks: ordinaryMarks };
}
