import { errors } from '../../ground/errors.ts';
import { defined } from '../../ground/json/defined.ts';
import type { Content } from '../../words/canister/content.ts';
import type { ReadLabel } from '../../words/labels/label.ts';
import type { Prompt } from '../converse-options.ts';
import type { Attached } from './attachment.ts';

/** Throws a `ConverserError` if something can't be attached: nothing is left out unsaid. */
export function withAttachments(prompt: Prompt, attached: readonly Attached[]): Prompt {
  const documents: Content[] = [];
  const labels = new Map<Content, ReadLabel>(prompt.labels);
  const names = new Map<Content, string>(prompt.names);
  for (const each of attached) {
    if ('problem' in each) throw errors.attachmentFailed(each.title, each.problem);
    const { content, label, name } = each.attachment;
    documents.push(content);
    if (label !== undefined) labels.set(content, label);
    if (name !== undefined) names.set(content, name);
  }
  if (documents.length === 0) return prompt;
  return defined({
    ...prompt,
    documents: [...documents, ...(prompt.documents ?? [])],
    labels: labels.size === 0 ? undefined : labels,
    names: names.size === 0 ? undefined : names,
  });
}
