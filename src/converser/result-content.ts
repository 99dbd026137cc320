import type { Failure } from './canister.ts';
import { type Content, text } from './content.ts';
import { cutText } from './cut-text.ts';
import { type Invoker, isReply, type Returned } from './invoker.ts';
import { fillTemplate, render } from './output-template.ts';

export interface RenderedResult {
  readonly content: readonly Content[];
  readonly screen?: string;
  readonly failure?: Failure;
}

/** What an invocable returned, as content for the model (cut to `limit` characters) and for the screen. */
export function renderResult(returned: Returned, invoker: Invoker, limit: number): RenderedResult {
  const rendered = isReply(returned) ? returned : fromValue(returned ?? null, invoker);
  const readOn = invoker.readOn ?? 'Call again with narrower arguments to see it.';
  return {
    content: rendered.content.map(part =>
      part.type === 'text' ? { ...part, text: cutText(part.text, { limit, readOn }) } : part,
    ),
    ...(rendered.screen === undefined ? {} : { screen: cutText(rendered.screen, { limit, readOn: '' }) }),
    ...(rendered.failure === undefined ? {} : { failure: rendered.failure }),
  };
}

function fromValue(value: Exclude<Returned, undefined>, { output }: Invoker): RenderedResult {
  if (isReply(value)) return value;
  const plain =
    value === null
      ? 'Done.'
      : output?.model === undefined
        ? render(value)
        : fillTemplate(output.model, value);
  const mimeType =
    output?.model === undefined && typeof value === 'object' && value !== null
      ? 'application/json'
      : 'text/plain';
  return {
    content: [text(plain, mimeType)],
    ...(output?.screen === undefined ? {} : { screen: fillTemplate(output.screen, value) }),
  };
}
