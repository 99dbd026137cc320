import type { Canister } from '../../../src/converser/words/canister/canister.ts';
import { canisterMaker } from '../../sidebar/canisters.ts';

export const lastWords = 'That is all there is to it.';

/** So many turns of about 5 kB, each with a call and an answer that has a list, a table and code. */
export function longConversation(turns: number): readonly Canister[] {
  const make = canisterMaker();
  return Array.from({ length: turns }, (_, at) => [
    make.user(`user-${at}-of-${turns}`, `Question ${at}: what does part ${at % 17} do, and who calls it?`),
    make.invocation(`call-${at}`, 'workspace:read_file', { path: `src/part-${at % 17}/file-${at}.ts` }),
    make.result(`call-${at}`, `export const value${at} = ${at}; // and more of it\n`.repeat(50)),
    make.assistant(`answer-${at}`, answer(at)),
  ]).flat();
}

function answer(at: number): string {
  return [
    `Part ${at % 17} is **called in ${at % 5} places**. ${'It reads, checks and passes on what it is given. '.repeat(4)}`,
    ...(at % 3 === 0 ? [`## In detail\n\n1. It begins\n2. It goes on with \`step${at}()\`\n3. It ends`] : []),
    `\`\`\`ts\nexport function part${at}(input: string): string {\n${'  input = step(input);\n'.repeat((at % 7) + 3)}  return input;\n}\n\`\`\``,
    ...(at % 4 === 0 ? ['| name | calls |\n| --- | --: |\n| first | 3 |\n| second | 14 |'] : []),
    `See \`src/part-${at % 17}/file-${at}.ts:12\`. ${'A last sentence about it. '.repeat(at % 9)}`,
    `${lastWords}`,
  ].join('\n\n');
}
