import { isJsonObject } from '../../converser/ground/json/json.ts';
import type { Canister } from '../../converser/words/canister/canister.ts';
import { text } from '../../converser/words/canister/content.ts';
import { wireName } from '../../converser/words/ensemble/wire-name.ts';
import type { Model, ToolDefinition, WrittenInvocation } from '../../converser/words/models/provider.ts';
import { failed, passed, quote, type Trial, type Verdict } from './probe.ts';

const place = { ensemble: 'check', name: 'look_up' };

export const lookUp: ToolDefinition = {
  name: wireName(place),
  description: 'Looks up the value that is stored under a key.',
  inputSchema: {
    type: 'object',
    properties: { key: { type: 'string', description: 'The key, exactly as the user wrote it.' } },
    required: ['key'],
    additionalProperties: false,
  },
};

/** The model has to repeat a word that only the result holds: some servers support calls and fail on results. */
export async function roundTrip(model: Model, trial: Trial): Promise<Verdict> {
  const [key, value] = [trial.nonce(), trial.nonce()];
  const question = trial.canister('user', [
    text(`Call the tool ${lookUp.name} with the key ${key}, then tell me the value it returns.`),
  ]);
  const first = await trial.ask(model, { canisters: [question], tools: [lookUp] });
  const [call] = first.calls;
  if (call === undefined) return failed(`The model called no tool. It said ${quote(first.said)}.`);
  if (!isCallFor(call, key)) return failed(`It called ${quote(call.name)} with the wrong arguments.`);
  const invocation = trial.canister('invocation', []);
  const canisters: readonly Canister[] = [
    question,
    ...(first.content.length === 0 ? [] : [trial.canister('assistant', first.content)]),
    { ...invocation, ...place, arguments: { key } },
    { ...trial.canister('result', [text(`The value is ${value}.`)]), invocationId: invocation.id },
  ];
  const second = await trial.ask(model, { canisters, tools: [lookUp] });
  if (!second.said.includes(value)) {
    return failed(`The model called the tool but ignored the result. It said ${quote(second.said)}.`);
  }
  return passed('The model called the tool with the right arguments and used the result.');
}

export function isCallFor({ name, arguments: args }: WrittenInvocation, key: string): boolean {
  return name === lookUp.name && isJsonObject(args) && args.key === key;
}
