import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { PermissionQuestion } from '../../../src/converser/words/permission/permission-question.ts';
import type { Terminal } from '../../../src/terminal/ask/terminal.ts';
import { createFakeInvoker } from '../../fakes/fake-ensemble.ts';
import { canisterMaker } from '../../sidebar/canisters.ts';

/** Asks on a terminal on which this is typed: what comes of it, and what is shown there. */
export async function askTyped<T>(
  typed: string,
  ask: (terminal: Terminal) => Promise<T>,
): Promise<{ readonly answer: T; readonly shown: string }> {
  const input = new PassThrough();
  const output = new PassThrough();
  input.end(typed);
  const answer = await ask({ input, output });
  output.end();
  return { answer, shown: await text(output) };
}

export const mayWrite: PermissionQuestion = {
  conversationId: 'c',
  invoker: createFakeInvoker({ name: 'write', invocable: () => undefined }),
  invocation: canisterMaker().invocation('call-1', 'fake:write', { path: 'a.txt', content: 'A' }),
  reason: 'fake:write may change something.',
  scopes: ['once', 'conversation', 'workspace'],
  patterns: [],
};
