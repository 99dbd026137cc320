import assert from 'node:assert/strict';
import { converse } from '../../src/converser/turn/converse.ts';
import { type Canister, isCompaction } from '../../src/converser/words/canister/canister.ts';
import { text } from '../../src/converser/words/canister/content.ts';
import { createConversation } from '../../src/converser/words/conversation/conversation.ts';
import { asRead, sharedStart, type WireName } from '../dialects/as-read.ts';
import { createScriptedModel } from '../fakes/scripted-model.ts';
import type { ActedConversation } from './acted-conversation.ts';

/** Of what was taken back, so many requests were compared, byte for byte. */
export const compared = { requests: 0 };

/** The next requests are those that there would be if these compactions had never been. */
export async function sameWithout(acted: ActedConversation, never: ReadonlySet<string>): Promise<void> {
  await sameAsBefore(
    acted,
    acted.conversation.canisters.filter(each => !never.has(each.id)),
  );
}

/** Without all of its compactions. */
export async function sameWithoutAny(acted: ActedConversation): Promise<void> {
  const { compactions, conversation } = acted;
  for (const each of compactions) if (each.marks.active) await acted.takeBack(each, true);
  await sameAsBefore(
    acted,
    conversation.canisters.filter(each => !isCompaction(each)),
  );
}

/** The next requests are those that these canisters lead to. */
export async function sameAsBefore(acted: ActedConversation, canisters: readonly Canister[]): Promise<void> {
  for (const { wire } of acted.models) {
    const now = await nextRequest(acted, acted.conversation.canisters, wire);
    const then = await nextRequest(acted, canisters, wire);
    assert.ok(now.equals(then), `${wire}: ${different(now, then)}`);
    compared.requests++;
  }
}

/** What a model that has room for everything would be sent next. */
async function nextRequest(
  { ports, supervisor }: ActedConversation,
  canisters: readonly Canister[],
  wire: WireName,
): Promise<Buffer> {
  const scripted = createScriptedModel();
  const capabilities = { ...scripted.capabilities, contextTokens: 10_000_000 };
  const model = { ...scripted, capabilities };
  const { signal } = new AbortController();
  let count = 0;
  const ids = { next: (prefix: string) => `${prefix}-next-${count++}` };
  const conversation = createConversation('c', canisters);
  const options = { ports: { ...ports, host: { ...ports.host, ids } }, model, signal, supervisor };
  for await (const _ of converse(conversation, { content: [text('Go on.')] }, options));
  const [request] = scripted.requests;
  assert.ok(request !== undefined);
  return asRead(wire, request, model);
}

function different(now: Buffer, then: Buffer): string {
  const at = Math.min(sharedStart(now, then), sharedStart(then, now));
  const around = (bytes: Buffer) => bytes.subarray(Math.max(0, at - 80), at + 120).toString();
  return `the request is another one than without it, from byte ${at} on:\n  ${around(now)}\n  ${around(then)}`;
}
