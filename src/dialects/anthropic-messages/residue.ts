import type Anthropic from '@anthropic-ai/sdk';
import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import type { Content, OpaqueContent } from '../../converser/words/canister/content.ts';
import { seal } from '../seal.ts';
import { clientThoughtIn } from '../sent-back.ts';
import { wellFormed } from '../well-formed.ts';

export const anthropic = 'anthropic';

export interface Residue {
  readonly block: Anthropic.ContentBlockParam;
  readonly afterInvocations: number;
}

const kinds: ReadonlySet<unknown> = new Set([
  'thinking',
  'redacted_thinking',
  'server_tool_use',
  'web_search_tool_result',
  'web_fetch_tool_result',
  'code_execution_tool_result',
  'bash_code_execution_tool_result',
  'text_editor_code_execution_tool_result',
  'tool_search_tool_result',
  'container_upload',
]);

export function isResidueKind(type: string): boolean {
  return kinds.has(type);
}

export function toOpaque(
  block: { readonly type: string },
  { provider, afterInvocations }: { readonly provider: string; readonly afterInvocations: number },
): OpaqueContent {
  const data = {
    block: block as unknown as JsonObject,
    ...(afterInvocations > 0 ? { afterInvocations } : {}),
  };
  return { type: 'opaque', provider, data };
}

export interface Maker {
  readonly provider: string | undefined;
  /** Its thinking goes back without a signature, and so does what a client sends back. */
  readonly unsigned?: boolean;
}

export function fromOpaque(content: OpaqueContent, maker: Maker): Residue | undefined {
  const { provider: own, unsigned = false } = maker;
  const { provider, data } = content;
  const told = unsigned && own !== undefined ? clientThoughtIn(content) : undefined;
  if (told !== undefined) return { block: unsignedBlock(told), afterInvocations: 0 };
  if (provider !== own || !isJsonObject(data) || !isJsonObject(data.block)) return undefined;
  const thought = unsigned ? unsignedThought(content) : undefined;
  if (thought === undefined && !canGoBack(data.block)) return undefined;
  const block = thought === undefined ? wellFormed(data.block) : unsignedBlock(thought);
  const { afterInvocations } = data;
  return {
    block: block as unknown as Anthropic.ContentBlockParam,
    afterInvocations: typeof afterInvocations === 'number' ? afterInvocations : 0,
  };
}

/** The types want a signature, and the servers that give none read none. */
export function unsignedBlock(thinking: string): Anthropic.ContentBlockParam {
  return { type: 'thinking', thinking: thinking.toWellFormed() } as Anthropic.ContentBlockParam;
}

/** Returns `undefined` for whatever else, such as thinking with a signature. */
export function unsignedThought({ data }: Pick<OpaqueContent, 'data'>): string | undefined {
  const block = isJsonObject(data) ? data.block : undefined;
  if (!isJsonObject(block) || block.type !== 'thinking' || !isBlank(block.signature)) return undefined;
  const { thinking } = block;
  return typeof thinking === 'string' && thinking.trim() !== '' ? thinking : undefined;
}

/** The server rejects calls of its own tools without results, and such results without calls. */
export function residueIn(content: readonly Content[], own: Maker): ReadonlyMap<Content, Residue> {
  const parts = content.filter(part => part.type === 'opaque');
  // A client sends the same thoughts in plain text, too.
  const hasOwn = parts.some(({ provider }) => provider === own.provider);
  const all = parts.flatMap(part => {
    const residue = hasOwn && clientThoughtIn(part) !== undefined ? undefined : fromOpaque(part, own);
    return residue === undefined ? [] : [[part, residue] as const];
  });
  const called = new Set(all.map(([, { block }]) => ('id' in block ? block.id : undefined)));
  const answered = new Set(
    all.map(([, { block }]) => ('tool_use_id' in block ? block.tool_use_id : undefined)),
  );
  const isPaired = ({ block }: Residue) =>
    block.type === 'server_tool_use'
      ? answered.has(block.id)
      : !('tool_use_id' in block) || called.has(block.tool_use_id);
  return new Map(all.filter(([, residue]) => isPaired(residue)));
}

/** The server rejects blocks that have lost their signature or data. */
function canGoBack({ type, thinking, signature, data }: JsonObject): boolean {
  if (type === 'thinking') return typeof thinking === 'string' && !isBlank(signature);
  return type === 'redacted_thinking' ? !isBlank(data) : kinds.has(type);
}

function isBlank(value: JsonValue | undefined): boolean {
  return typeof value !== 'string' || value === '';
}

export function sealed(content: OpaqueContent): Anthropic.RedactedThinkingBlockParam {
  return { type: 'redacted_thinking', data: seal(content) };
}
