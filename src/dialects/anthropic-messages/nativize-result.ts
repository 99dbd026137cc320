import type Anthropic from '@anthropic-ai/sdk';
import { failureForModel } from '../../converser/call/invocation/failure-text.ts';
import type { ResultCanister } from '../../converser/words/canister/canister.ts';
import { fittingIds } from '../call-id.ts';
import { isReferring } from '../found-tools.ts';
import { nativizeContent, type SaidBlock, textBlock } from './nativize-content.ts';

export interface ResultOptions {
  readonly images: boolean;
  /** Results without content have an empty list. Otherwise they lack the field. Default: `false`. */
  readonly emptyResults?: boolean;
}

/** The API rejects failed results that hold anything but text, so other parts follow the result. */
export function nativizeResult(
  result: ResultCanister,
  { images, emptyResults = false }: ResultOptions,
): readonly (Anthropic.ToolResultBlockParam | SaidBlock)[] {
  const { invocationId, content, failure } = result;
  const id = fittingIds.long(invocationId);
  const blocks = content.flatMap(part => nativizeContent(part, images) ?? []);
  if (isReferring(result)) return [references(id, result.toolReferences), ...blocks];
  if (failure === undefined) return [resultBlock(id, blocks, emptyResults)];
  const texts = blocks.filter(({ type }) => type === 'text');
  const said = texts.length > 0 ? texts : blocksOf(failureForModel(failure));
  return [{ ...resultBlock(id, said), is_error: true }, ...attached(id, blocks)];
}

function resultBlock(id: string, content: SaidBlock[], isKept = false): Anthropic.ToolResultBlockParam {
  return { type: 'tool_result', tool_use_id: id, ...(content.length === 0 && !isKept ? {} : { content }) };
}

/** The API promises nothing about other content beside references, so the words of the result follow it. */
function references(id: string, names: readonly string[]): Anthropic.ToolResultBlockParam {
  return {
    type: 'tool_result',
    tool_use_id: id,
    content: names.map(name => ({ type: 'tool_reference', tool_name: name })),
  };
}

function attached(id: string, blocks: readonly SaidBlock[]): readonly SaidBlock[] {
  const others = blocks.filter(({ type }) => type !== 'text');
  return others.length === 0 ? [] : [...blocksOf(`Attached to the failed result of ${id}:`), ...others];
}

function blocksOf(text: string): SaidBlock[] {
  const block = textBlock(text);
  return block === undefined ? [] : [block];
}
