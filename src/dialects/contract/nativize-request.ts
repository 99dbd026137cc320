import type { JsonObject } from '../../converser/ground/json/json.ts';
import {
  type AssistantCanister,
  type Canister,
  type InvocationCanister,
  ordinaryMarks,
  type ResultCanister,
  type UserCanister,
} from '../../converser/words/canister/canister.ts';
import { type Content, text, textOf } from '../../converser/words/canister/content.ts';
import { wireName } from '../../converser/words/ensemble/wire-name.ts';
import type { ContractStyle } from './forms/contract-form.ts';
import { type WrittenCall, writeCalls, writeResults } from './forms/write-calls.ts';

export interface NativizeOptions {
  readonly protocol: string;
  readonly images: boolean;
  readonly style?: ContractStyle;
}

/** Contract: each request is complete; the server need not keep anything between two of them. */
export function nativizeRequest(
  canisters: readonly Canister[],
  { protocol, images, style = 'json' }: NativizeOptions,
): readonly Canister[] {
  const spoken: Canister[] = [];
  const names = new Map<string, string>();
  for (const group of groups(canisters)) {
    const [first] = group;
    if (first.role === 'invocation') {
      const calls = group.filter(each => each.role === 'invocation');
      for (const call of calls) names.set(call.id, wireName(call));
      const before = spoken.at(-1);
      if (before?.role === 'assistant') spoken.pop();
      spoken.push(callsMessage(calls, { before: before?.role === 'assistant' ? before : undefined, style }));
    } else if (first.role === 'result') {
      spoken.push(
        resultsMessage(
          group.filter(each => each.role === 'result'),
          { names, images, style },
        ),
      );
    } else spoken.push(...group);
  }
  return withProtocol(spoken, protocol);
}

function groups(canisters: readonly Canister[]): readonly (readonly [Canister, ...Canister[]])[] {
  const found: [Canister, ...Canister[]][] = [];
  for (const canister of canisters) {
    const last = found.at(-1);
    if (last?.[0].role === canister.role) last.push(canister);
    else found.push([canister]);
  }
  return found;
}

function callsMessage(
  calls: readonly InvocationCanister[],
  { before, style }: { readonly before: AssistantCanister | undefined; readonly style: ContractStyle },
): AssistantCanister {
  const [first] = calls;
  const written = text(writeCalls(calls.map(writtenCall), style));
  const id = before?.id ?? first?.id ?? 'contract';
  const timestamp = before?.timestamp ?? first?.timestamp ?? epoch;
  const content = [...(before?.content ?? []), written];
  return { id, timestamp, marks: ordinaryMarks, role: 'assistant', content };
}

function writtenCall(call: InvocationCanister): WrittenCall {
  return { name: wireName(call), arguments: call.malformedArguments ?? call.arguments };
}

interface Telling {
  readonly names: ReadonlyMap<string, string>;
  readonly images: boolean;
  readonly style: ContractStyle;
}

function resultsMessage(results: readonly ResultCanister[], { names, images, style }: Telling): UserCanister {
  const [first] = results;
  const told = results.map(result => resultJson(result, names));
  const pictures = images ? results.flatMap(({ content }) => content.filter(isImage)) : [];
  return {
    id: first?.id ?? 'contract',
    timestamp: first?.timestamp ?? epoch,
    marks: ordinaryMarks,
    role: 'user',
    content: [text(writeResults(told, style)), ...pictures],
  };
}

function resultJson({ invocationId, failure, content }: ResultCanister, names: Telling['names']): JsonObject {
  const name = names.get(invocationId) ?? 'unknown';
  const result = textOf(content);
  if (failure === undefined) return { name, result };
  return { name, failed: failure.kind, result: result === '' ? failure.message : result };
}

function isImage(part: Content): boolean {
  return part.type === 'image';
}

const epoch = '1970-01-01T00:00:00.000Z';

/** Many templates of local models accept instructions only at the start. */
function withProtocol(canisters: readonly Canister[], protocol: string): readonly Canister[] {
  if (protocol === '') return canisters;
  const [first, ...others] = canisters;
  if (first?.role === 'supervisor')
    return [{ ...first, content: [...first.content, text(protocol)] }, ...others];
  const timestamp = first?.timestamp ?? epoch;
  const content = [text(protocol)];
  return [{ id: 'contract', timestamp, marks: ordinaryMarks, role: 'supervisor', content }, ...canisters];
}
