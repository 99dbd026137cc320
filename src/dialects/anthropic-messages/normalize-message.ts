import type Anthropic from '@anthropic-ai/sdk';
import { isJsonObject, type JsonObject } from '../../converser/ground/json/json.ts';
import {
  type Canister,
  ordinaryMarks,
  type ResultCanister,
} from '../../converser/words/canister/canister.ts';
import { type Content, textOf } from '../../converser/words/canister/content.ts';
import { fittingIds } from '../call-id.ts';
import { shortName } from '../client-request.ts';
import { unseal } from '../seal.ts';
import { clientThought } from '../sent-back.ts';
import { normalizeBlock, normalizeContent, type Where } from './normalize-content.ts';
import { anthropic, isResidueKind, toOpaque, unsignedThought } from './residue.ts';

interface Place extends Where {
  readonly prefix: string;
  readonly timestamp: string;
}

/** The place is that of its content. */
export function normalizeMessage(message: Anthropic.MessageParam, place: Place): readonly Canister[] {
  const blocks = typeof message.content === 'string' ? undefined : message.content;
  switch (message.role) {
    case 'system':
      return said('supervisor', normalizeContent(message.content, place), place);
    case 'assistant':
      return blocks === undefined
        ? said('assistant', normalizeContent(message.content, { ...place, mimeType: markdown }), place)
        : assistantCanisters(blocks, place);
    case 'user':
      return blocks === undefined
        ? said('user', normalizeContent(message.content, place), place)
        : userCanisters(blocks, place);
  }
}

const markdown = 'text/markdown';

function said(
  role: 'supervisor' | 'user' | 'assistant',
  content: readonly Content[],
  { prefix, timestamp }: Place,
): readonly Canister[] {
  if (content.length === 0) return [];
  return [{ id: `${prefix}-${role}`, timestamp, marks: ordinaryMarks, role, content }];
}

function userCanisters(blocks: readonly Anthropic.ContentBlockParam[], place: Place): readonly Canister[] {
  const results: Canister[] = [];
  const others: Content[] = [];
  for (const [at, block] of blocks.entries()) {
    const where = { ...place, path: `${place.path}[${at}]` };
    if (block.type !== 'tool_result') others.push(...normalizeBlock(block, where));
    else results.push(resultCanister(block, { ...where, prefix: `${place.prefix}-r${results.length}` }));
  }
  return [...results, ...said('user', others, place)];
}

function resultCanister(block: Anthropic.ToolResultBlockParam, place: Place): ResultCanister {
  const { prefix, timestamp } = place;
  const content = normalizeContent(block.content ?? [], { ...place, path: `${place.path}.content` });
  return {
    id: prefix,
    timestamp,
    marks: ordinaryMarks,
    role: 'result',
    invocationId: fittingIds.long(block.tool_use_id),
    content,
    ...(block.is_error ? { failure: { kind: 'execution', message: textOf(content) } } : {}),
  };
}

function assistantCanisters(
  blocks: readonly Anthropic.ContentBlockParam[],
  place: Place,
): readonly Canister[] {
  const content: Content[] = [];
  const calls: Canister[] = [];
  for (const [at, block] of blocks.entries()) {
    if (block.type === 'tool_use') calls.push(callCanister(block, place));
    else if (isResidueKind(block.type)) content.push(residue(block, calls.length));
    else
      content.push(...normalizeBlock(block, { ...place, path: `${place.path}[${at}]`, mimeType: markdown }));
  }
  return [...said('assistant', content, place), ...calls];
}

function residue(block: Anthropic.ContentBlockParam, afterInvocations: number): Content {
  const foreign = block.type === 'redacted_thinking' ? unseal(block.data) : undefined;
  const { cache_control: _marker, ...plain } = block as typeof block & { readonly cache_control?: unknown };
  const opaque = toOpaque(plain, { provider: anthropic, afterInvocations });
  const thought = unsignedThought(opaque);
  return foreign ?? (thought === undefined ? opaque : clientThought(thought));
}

function callCanister(block: Anthropic.ToolUseBlockParam, { timestamp }: Place): Canister {
  const { name, input } = block;
  return {
    id: fittingIds.long(block.id),
    timestamp,
    marks: ordinaryMarks,
    role: 'invocation',
    ensemble: '',
    name: shortName(name),
    arguments: isJsonObject(input) ? (input as JsonObject) : {},
    content: [],
  };
}
