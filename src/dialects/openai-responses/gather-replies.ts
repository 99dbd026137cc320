import type {
  AssistantCanister,
  Canister,
  InvocationCanister,
} from '../../converser/words/canister/canister.ts';
import type { Content } from '../../converser/words/canister/content.ts';
import { sentByClient } from '../sent-back.ts';
import { opaquePhase, paragraphBreak, phaseIn } from './phase.ts';

export function gatherReplies(canisters: readonly Canister[]): readonly Canister[] {
  return withReasoning(withPhases(canisters));
}

function withPhases(canisters: readonly Canister[]): readonly Canister[] {
  if (!canisters.some(hasPhase)) return canisters;
  const found: Canister[] = [];
  let reply: OfReply[] = [];
  const close = () => {
    found.push(...(reply.some(hasPhase) ? joined(reply) : reply));
    reply = [];
  };
  for (const canister of canisters) {
    if (isOfReply(canister)) reply.push(canister);
    else {
      close();
      found.push(canister);
    }
  }
  close();
  return found;
}

type OfReply = AssistantCanister | InvocationCanister;

function isOfReply(canister: Canister): canister is OfReply {
  return canister.role === 'assistant' || canister.role === 'invocation';
}

function hasPhase({ content }: Canister): boolean {
  return content.some(part => phaseIn(part) !== undefined);
}

function joined(reply: readonly OfReply[]): readonly Canister[] {
  const content: Content[] = [];
  const calls: InvocationCanister[] = [];
  for (const canister of reply) {
    if (canister.role === 'invocation') calls.push(canister);
    else content.push(...placed(canister.content, { afterCalls: calls.length, before: content }));
  }
  const said = reply.find(({ role }) => role === 'assistant') as AssistantCanister;
  return [{ ...said, content }, ...calls];
}

interface Place {
  readonly afterCalls: number;
  readonly before: readonly Content[];
}

function placed(content: readonly Content[], { afterCalls, before }: Place): readonly Content[] {
  let isBroken = !before.some(({ type }) => type === 'text');
  return content.map(part => {
    const phase = phaseIn(part)?.phase;
    if (phase !== undefined) return opaquePhase(sentByClient, { phase, afterCalls });
    if (part.type !== 'text' || isBroken) return part;
    isBroken = true;
    return { ...part, text: paragraphBreak + part.text };
  });
}

function withReasoning(canisters: readonly Canister[]): readonly Canister[] {
  if (!canisters.some(isReasoning)) return canisters;
  const found: Canister[] = [];
  let start = 0;
  for (const canister of canisters) {
    if (!isOfReply(canister)) start = found.length + 1;
    const first = found[start];
    if (!isReasoning(canister) || first === undefined) found.push(canister);
    else if (first.role === 'assistant')
      found[start] = { ...first, content: [...first.content, ...canister.content] };
    else found.splice(start, 0, canister);
  }
  return joinedWithText(found);
}

function joinedWithText(canisters: readonly Canister[]): readonly Canister[] {
  return canisters.flatMap((canister, at) => {
    const [before, next] = [canisters[at - 1], canisters[at + 1]];
    if (isReasoning(canister) && next?.role === 'assistant') return [];
    const isPreceded = canister.role === 'assistant' && before !== undefined && isReasoning(before);
    return [isPreceded ? { ...canister, content: [...before.content, ...canister.content] } : canister];
  });
}

function isReasoning({ role, content }: Canister): boolean {
  return role === 'assistant' && content.length > 0 && content.every(({ type }) => type === 'opaque');
}
