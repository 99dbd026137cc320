import type { Host } from '../ground/host.ts';
import type { AssistantCanister, Canister, Interruption } from '../words/canister/canister.ts';
import { type TextContent, text } from '../words/canister/content.ts';
import { interruptionText } from '../words/canister/interruption.ts';
import { newCanister } from '../words/canister/new-canister.ts';
import type { Model } from '../words/models/provider.ts';

type NewIds = Pick<Host, 'ids' | 'clock'>;

interface Interrupted {
  readonly before: readonly Canister[];
  readonly said?: readonly TextContent[];
  readonly afterRound?: true;
}

export function interruption(
  interrupted: Interruption,
  { before, said = [], afterRound }: Interrupted,
  host: NewIds,
): AssistantCanister {
  return {
    ...newCanister('assistant', host),
    role: 'assistant',
    content: [
      ...said,
      text(interruptionText(interrupted.kind, { before, hasBegun: said.length > 0, afterRound })),
    ],
    interrupted,
  };
}

/**
 * For people only, because some providers refuse whatever follows it:
 * https://platform.claude.com/docs/en/test-and-evaluate/strengthen-guardrails/handle-streaming-refusals
 */
export function refusedReply(
  said: AssistantCanister,
  {
    before,
    model,
    host,
  }: { readonly before: readonly Canister[]; readonly model: Model; readonly host: NewIds },
): readonly AssistantCanister[] {
  const message = `${model.label} refused to continue.`;
  return [
    interruption({ kind: 'refused', message }, { before }, host),
    { ...said, marks: { ...said.marks, active: false } },
  ];
}
