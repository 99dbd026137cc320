import { reasonOf } from '../../ground/errors.ts';
import { isNestedDeeper, mostNestedInResults } from '../../ground/json/nesting.ts';
import { cutText } from '../../ground/wording/cut-text.ts';
import type { Failure } from '../../words/canister/canister.ts';
import { type Content, text, textOf } from '../../words/canister/content.ts';
import { fullName, type Invoker, isReply, type Returned } from '../../words/ensemble/invoker.ts';
import { failureForModel } from './failure-text.ts';
import { fillTemplate, render } from './output-template.ts';

export interface RenderedResult {
  readonly content: readonly Content[];
  readonly cut?: true;
  readonly screen?: string;
  readonly failure?: Failure;
  readonly finds?: readonly string[];
}

export interface RenderOptions {
  /** In characters, for the model. */
  readonly limit: number;
  /** Keeps what is longer, and says how the model reads on. Without it, the rest is gone. */
  readonly keep?: ((whole: string) => string) | undefined;
}

export function renderResult(
  returned: Returned,
  invoker: Invoker,
  { limit, keep }: RenderOptions,
): RenderedResult {
  try {
    const {
      content,
      screen,
      failure,
      finds = [],
    } = isReply(returned) ? returned : fromValue(returned ?? null, invoker);
    const own = invoker.output?.readOn;
    const isKept = own === undefined && keep !== undefined && sizeOf(content) > limit;
    const readOn = isKept ? keep(textOf(content)) : (own ?? narrower);
    return {
      content: cutContent(content.length > 0 ? content : [nothing(failure)], { limit, readOn }),
      ...(isKept ? { cut: true } : {}),
      ...(screen === undefined ? {} : { screen: cutText(screen, { limit, readOn: '' }) }),
      ...(failure === undefined ? {} : { failure: shortened(failure, limit) }),
      ...(finds.length === 0 ? {} : { finds: finds.slice(0, mostFinds) }),
    };
  } catch (cause) {
    const message = `${fullName(invoker)} returned something that can’t be read: ${reasonOf(cause)}`;
    return renderFailure({ kind: 'execution', message }, limit);
  }
}

const narrower = 'Call again with narrower arguments to see it.';

const mostFinds = 20;

export function renderFailure(failure: Failure, limit: number): RenderedResult {
  const short = shortened(failure, limit);
  return { content: [text(failureForModel(short))], failure: short };
}

function shortened(failure: Failure, limit: number): Failure {
  return { ...failure, message: cutText(failure.message, { limit: Math.min(limit, 4_000), readOn: '' }) };
}

function nothing(failure: Failure | undefined): Content {
  return text(failure === undefined ? '(no output)' : failureForModel(failure));
}

function fromValue(value: Exclude<Returned, undefined>, { output }: Invoker): RenderedResult {
  if (isReply(value)) return value;
  if (isNestedDeeper(value, mostNestedInResults)) {
    throw new RangeError(`It is nested more than ${mostNestedInResults} levels deep.`);
  }
  const template = output?.model;
  const plain =
    value === null ? 'Done.' : template === undefined ? render(value) : fillTemplate(template, value);
  const isJson = template === undefined && typeof value === 'object' && value !== null;
  return {
    content: plain === '' ? [] : [text(plain, isJson ? 'application/json' : 'text/plain')],
    ...(output?.screen === undefined ? {} : { screen: fillTemplate(output.screen, value) }),
  };
}

function cutContent(
  content: readonly Content[],
  { limit, readOn }: { readonly limit: number; readonly readOn: string },
): readonly Content[] {
  let room = limit;
  const cut = content.map((part): Content | undefined => {
    if ((part.type !== 'text' && part.type !== 'resource') || part.text === undefined) return part;
    if (room === 0 && part.text !== '') return undefined;
    const kept = cutText(part.text, { limit: room, readOn });
    room = kept === part.text ? room - kept.length : 0;
    return kept === part.text ? part : { ...part, text: kept };
  });
  const kept = cut.filter(part => part !== undefined);
  const left = cut.length - kept.length;
  return left === 0 ? kept : [...kept, text(`[… ${left} further parts are left out here. ${readOn}]`)];
}

function sizeOf(content: readonly Content[]): number {
  return content.reduce((sum, part) => sum + ('text' in part ? (part.text?.length ?? 0) : 0), 0);
}
