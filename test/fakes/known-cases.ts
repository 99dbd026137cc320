import type { ContractStyle } from '../../src/dialects/contract/forms/contract-form.ts';
import { writeCalls } from '../../src/dialects/contract/forms/write-calls.ts';
import { type ContractCase, contractCases } from '../../src/providers/check/forge/cases.ts';

/** The case of the trials that one of these messages of a user is about. */
export function caseIn(said: readonly string[]): ContractCase | undefined {
  return contractCases.find(each => said.includes(each.said));
}

export function styleOf(prompt: string): ContractStyle {
  if (prompt.includes('<parameter=')) return 'qwen-xml';
  return prompt.includes('<tool_call>') ? 'hermes' : 'json';
}

interface Reply {
  /** In which it calls; `undefined`: it says in prose that it would. */
  readonly style: ContractStyle | undefined;
  /** Whether a server holds the reply to the contract's schema. */
  readonly isHeld: boolean;
}

/** What a model says that knows all answers. */
export function replyToCase({ wants }: ContractCase, { style, isHeld }: Reply): string {
  const answer = 'answer' in wants ? `So: ${wants.answer[0]}` : 'I would call a tool now.';
  if ('answer' in wants || style === undefined) return isHeld ? JSON.stringify({ answer }) : answer;
  return writeCalls(
    wants.calls.map(({ name, arguments: args }) => ({ name, arguments: args })),
    isHeld ? 'json' : style,
  );
}
