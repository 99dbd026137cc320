import type { Canister } from '../../converser/words/canister/canister.ts';

export type Speaker = 'supervisor' | 'user' | 'assistant' | 'tool';

export interface Group {
  readonly speaker: Speaker;
  readonly canisters: readonly [Canister, ...Canister[]];
}

export function groupBySpeaker(canisters: readonly Canister[]): readonly Group[] {
  const groups: { readonly speaker: Speaker; readonly canisters: [Canister, ...Canister[]] }[] = [];
  for (const canister of canisters) {
    const speaker = speakerOf(canister);
    const last = groups.at(-1);
    if (last?.speaker === speaker) last.canisters.push(canister);
    else groups.push({ speaker, canisters: [canister] });
  }
  return groups;
}

export function speakerOf({ role }: Canister): Speaker {
  switch (role) {
    case 'supervisor':
      return 'supervisor';
    case 'user':
    case 'document':
    case 'compaction':
      return 'user';
    case 'assistant':
    case 'invocation':
      return 'assistant';
    case 'result':
      return 'tool';
  }
}
