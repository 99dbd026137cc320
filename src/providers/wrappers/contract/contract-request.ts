import type { JsonSchema } from '../../../converser/ground/json/json.ts';
import type { ModelRequest, ToolDefinition } from '../../../converser/words/models/provider.ts';
import { describerOf } from '../../../dialects/contract/describe-tools.ts';
import type { ContractStyle } from '../../../dialects/contract/forms/contract-form.ts';
import { nativizeRequest } from '../../../dialects/contract/nativize-request.ts';
import { contractPrompt, fullListTokens, type PromptOptions } from '../../../dialects/contract/prompt.ts';
import { contractSchema } from '../../../dialects/contract/reply-schema.ts';
import type { Asking } from './asking.ts';

export interface ContractRequest {
  readonly spoken: ModelRequest;
  readonly describer?: ToolDefinition;
}

export const littleRoom = 8192;

const partForTools = 1 / 5;

export function contractRequest(asking: Asking): ContractRequest {
  const { model, request, form } = asking;
  const { tools, toolChoice } = request;
  const { images } = model.capabilities;
  const constrained = isConstrained(asking);
  const style = styleFor(asking);
  const length = lengthFor(model);
  const describer = needsSignatures(asking, length) ? describerOf(tools) : undefined;
  const protocol = contractPrompt(tools, {
    form: length,
    constrained,
    style,
    examples: form.examples,
    ...(toolChoice && { toolChoice }),
    ...(describer && { describer }),
  });
  const own = schemaFor(asking, describer === undefined ? tools : [...tools, describer]);
  const replySchema = tools.length > 0 ? own : request.replySchema;
  const spoken: ModelRequest = {
    canisters: nativizeRequest(request.canisters, { protocol, images, style }),
    tools: [],
    ...(replySchema && { replySchema }),
    ...(request.conversation && { conversation: request.conversation }),
    ...(request.origin && { origin: request.origin }),
    ...(request.options && { options: request.options }),
    ...(request.dialect && { dialect: request.dialect }),
    ...(request.wanted && { wanted: request.wanted }),
  };
  return { spoken, ...(describer && { describer }) };
}

export function schemaFor(asking: Asking, tools: readonly ToolDefinition[]): JsonSchema | undefined {
  const { model, request } = asking;
  const { parallel: canParallel } = model.capabilities;
  if (!isConstrained(asking) || tools.length === 0) return undefined;
  const { toolChoice } = request;
  const parallel = request.parallel === false ? false : canParallel;
  return contractSchema(tools, {
    ...(toolChoice && { toolChoice }),
    ...(parallel === undefined ? {} : { parallel }),
  });
}

export function styleFor(asking: Asking): ContractStyle {
  return isConstrained(asking) ? 'json' : asking.form.style;
}

/** Some models do better without their server's schema. */
function isConstrained({ model, form }: Asking): boolean {
  const { replySchema = false } = model.capabilities;
  return replySchema && form.constrained !== false;
}

function lengthFor({
  capabilities: { contextTokens = littleRoom },
}: Asking['model']): NonNullable<PromptOptions['form']> {
  return contextTokens < littleRoom ? 'minimal' : 'full';
}

function needsSignatures(
  { model, request: { tools }, form }: Asking,
  length: NonNullable<PromptOptions['form']>,
): boolean {
  const { contextTokens } = model.capabilities;
  if (form.tools === 'signatures') return true;
  if (tools.length === 0) return false;
  if (length === 'minimal') return true;
  return contextTokens !== undefined && fullListTokens(tools) > contextTokens * partForTools;
}
