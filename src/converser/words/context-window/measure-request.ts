import { joinOptions, type ModelOptions } from '../models/model-options.ts';
import { modelReference } from '../models/model-reference.ts';
import type { Model, ModelRequest, ToolDefinition } from '../models/provider.ts';
import { sizedWindow } from '../models/sized-window.ts';
import { estimateParts, estimateTool } from '../spending/estimate-request.ts';
import type { Calibration, Estimate } from './calibration.ts';
import type { EnsembleTokens, WindowMeasure, WindowParts } from './window-measure.ts';

export type MeasuredModel = Pick<
  Model,
  'provider' | 'id' | 'capabilities' | 'dialect' | 'wanted' | 'toolTokens'
>;

export function estimateWindow(request: ModelRequest, model: MeasuredModel): WindowParts {
  const { tools, ...others } = estimateParts(request, model.provider);
  const asSent = model.toolTokens?.(request.tools) ?? tools;
  return { ...others, tools: byEnsemble(request.tools, tools === 0 ? 1 : asSent / tools) };
}

export function sumsOf({ instructions, tools, ...said }: WindowParts): Estimate {
  return {
    above: instructions + tools.reduce((sum, { tokens }) => sum + tokens, 0),
    said: said.history + said.attachments + said.results + said.reasoning,
  };
}

interface Measuring {
  readonly model: MeasuredModel;
  readonly calibration?: Calibration | undefined;
  /** What `estimateWindow` gives. */
  readonly estimated?: WindowParts;
}

export function measureRequest(
  request: ModelRequest,
  { model, calibration, estimated = estimateWindow(request, model) }: Measuring,
): WindowMeasure {
  const parts = scaled(estimated, calibration);
  const { above, said } = sumsOf(parts);
  const wanted = joinOptions(model.wanted ?? {}, request.wanted ?? {});
  const window = sizedWindow(model.capabilities, wanted);
  return {
    model: modelReference(model),
    ...(window !== undefined && { window }),
    reserved: roomForReply(window, model, wanted),
    total: above + said,
    parts,
    ...(calibration?.last === undefined && { isEstimate: true }),
  };
}

function scaled(parts: WindowParts, { above, said }: Estimate = { above: 1, said: 1 }): WindowParts {
  return {
    instructions: Math.round(parts.instructions * above),
    tools: parts.tools.map(({ ensemble, tokens }) => ({ ensemble, tokens: Math.round(tokens * above) })),
    history: Math.round(parts.history * said),
    attachments: Math.round(parts.attachments * said),
    results: Math.round(parts.results * said),
    reasoning: Math.round(parts.reasoning * said),
  };
}

function byEnsemble(tools: readonly ToolDefinition[], factor: number): readonly EnsembleTokens[] {
  const sums = new Map<string, number>();
  for (const tool of tools) {
    const { ensemble = '' } = tool;
    sums.set(ensemble, (sums.get(ensemble) ?? 0) + estimateTool(tool) * factor);
  }
  return [...sums]
    .map(([ensemble, tokens]) => ({ ensemble, tokens }))
    .sort((one, other) => other.tokens - one.tokens || (one.ensemble < other.ensemble ? -1 : 1));
}

const usual = { tokens: 16_000, share: 1 / 8 };
/** However long a reply may be, a request may take the other half. */
const mostShare = 1 / 2;

function roomForReply(
  window: number | undefined,
  { capabilities: { outputTokens = Infinity }, dialect }: Pick<Model, 'capabilities' | 'dialect'>,
  wanted: ModelOptions,
): number {
  // VS Code tells what a request may have, without the reply.
  if (window === undefined || dialect === 'vscode-lm') return 0;
  const ordinary = Math.min(usual.tokens, window * usual.share);
  const room = wanted.maxOutputTokens ?? ordinary;
  return Math.floor(Math.min(room, outputTokens, window * mostShare));
}
