import type { ToolDefinition, WrittenInvocation } from '../../converser/words/models/provider.ts';
import { explicitName, findCall } from './find-tool.ts';
import { type Answer, readPhrase } from './phrases.ts';
import { splitMessage } from './split-message.ts';

export interface Plan {
  /** The calls of each step run at the same time; a step waits for the results of the one before. */
  readonly steps: readonly (readonly WrittenInvocation[])[];
  readonly answers: readonly Answer[];
  readonly missing: readonly string[];
  readonly unknown: readonly string[];
}

export function planRequests(message: string, tools: readonly ToolDefinition[]): Plan {
  const steps: WrittenInvocation[][] = [];
  const answers: Answer[] = [];
  const missing: string[] = [];
  const unknown: string[] = [];
  const add = (call: WrittenInvocation, waits: boolean) => {
    const last = steps.at(-1);
    if (last === undefined || waits) steps.push([call]);
    else last.push(call);
  };
  for (const { asks, waits } of splitMessage(message)) {
    if (typeof asks !== 'string') {
      add({ ...asks, name: explicitName(asks.name, tools) }, waits);
      continue;
    }
    const said = readPhrase(asks);
    if (said === undefined) unknown.push(asks);
    else if ('answer' in said) answers.push(said.answer);
    else {
      const call = findCall(said.wants, said.arguments, tools);
      if (call === undefined) missing.push(said.wants);
      else add(call, waits);
    }
  }
  return { steps, answers, missing, unknown };
}
