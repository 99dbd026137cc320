import type { DocumentCanister, UserCanister } from '../canister/canister.ts';
import { newCanister } from '../canister/new-canister.ts';
import type { Host } from '../host.ts';
import type { Prompt } from './converse-options.ts';

/** The attached documents, and then the message. */
export function promptCanisters(
  { content, documents = [] }: Prompt,
  host: Pick<Host, 'ids' | 'clock'>,
): readonly (DocumentCanister | UserCanister)[] {
  return [
    ...documents.map(
      (document): DocumentCanister => ({
        ...newCanister('document', host),
        role: 'document',
        content: [document],
      }),
    ),
    { ...newCanister('user', host), role: 'user', content },
  ];
}
