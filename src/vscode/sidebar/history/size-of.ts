import type { Canister } from '../../../converser/canister/canister.ts';
import type { Content } from '../../../converser/canister/content.ts';

/** About how many characters some canisters come to when they are sent to the page. */
export function sizeOf(canisters: readonly Canister[]): number {
  return canisters.reduce((sum, canister) => sum + extraSize(canister) + contentSize(canister.content), 0);
}

function extraSize(canister: Canister): number {
  if (canister.role === 'invocation') return JSON.stringify(canister.arguments).length;
  return canister.role === 'result' ? (canister.screen?.length ?? 0) : 0;
}

function contentSize(content: readonly Content[]): number {
  return content.reduce((sum, part) => sum + partSize(part), 0);
}

function partSize(part: Content): number {
  switch (part.type) {
    case 'text':
      return part.text.length;
    case 'image':
      return part.bytes.length;
    case 'resource':
      return (part.text?.length ?? 0) + (part.bytes?.length ?? 0);
    case 'opaque':
      return JSON.stringify(part).length;
  }
}
