import type { Host } from '../ground/host.ts';
import { defined } from '../ground/json/defined.ts';
import type { DocumentCanister, UserCanister } from '../words/canister/canister.ts';
import { text } from '../words/canister/content.ts';
import { newCanister } from '../words/canister/new-canister.ts';
import { joinAll, type ReadLabel } from '../words/labels/label.ts';
import type { Prompt } from './converse-options.ts';

export function promptCanisters(
  { content, documents = [], labels = new Map(), names = new Map() }: Prompt,
  host: Pick<Host, 'ids' | 'clock'>,
): readonly (DocumentCanister | UserCanister)[] {
  return [
    ...documents.map(
      (document): DocumentCanister => ({
        ...newCanister('document', host),
        role: 'document',
        content: names.has(document) ? [text(`${names.get(document)}:`), document] : [document],
        ...defined({ label: labels.get(document) }),
      }),
    ),
    {
      ...newCanister('user', host),
      role: 'user',
      content,
      ...defined({ label: labelOfMessage(content, labels) }),
    },
  ];
}

function labelOfMessage(
  content: Prompt['content'],
  labels: NonNullable<Prompt['labels']>,
): ReadLabel | undefined {
  const foreign = content.map(part => labels.get(part)).filter(label => label !== undefined);
  return foreign.length === 0 ? undefined : joinAll(foreign);
}
