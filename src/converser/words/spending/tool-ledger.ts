import type { FailureKind, InvocationCanister, ResultCanister } from '../canister/canister.ts';
import { modelReference } from '../models/model-reference.ts';
import type { Model, ModelRequest, ToolDefinition } from '../models/provider.ts';
import { estimateContent, estimateTool } from './estimate-request.ts';
import { estimateText } from './estimate-tokens.ts';
import { addTools, type Counts, type ToolFigures, timeKey } from './tool-figures.ts';

export type DescribedModel = Pick<Model, 'provider' | 'id' | 'toolTokens'>;

export interface ToolLedger {
  asked(request: Pick<ModelRequest, 'tools'>, model: DescribedModel): void;
  /** `tool` is its full name, and `duration` in milliseconds. */
  called(
    tool: string,
    call: { readonly invocation: InvocationCanister; readonly result: ResultCanister },
    by: { model: DescribedModel; duration: number },
  ): void;
  include(figures: readonly ToolFigures[]): void;
  all(known: (reference: string) => KnownTool | undefined): readonly ToolFigures[];
}

export type KnownTool = Pick<ToolFigures, 'tool' | 'isServer'>;

export function createToolLedger(): ToolLedger {
  const described: Described[] = [];
  const calls: ToolFigures[] = [];
  return {
    asked({ tools }, model) {
      const same = described.find(each => each.tools === tools && each.model === model);
      if (same === undefined) described.push({ tools, model, requests: 1 });
      else same.requests++;
    },
    called(name, { invocation, result }, { model, duration }) {
      const tool = result.failure?.kind === 'unknown-invoker' ? '' : name;
      const { arguments: args, malformedArguments = JSON.stringify(args) } = invocation;
      const written = Math.round(estimateText(malformedArguments));
      const counts = { ...countsOfCall(result, duration), written };
      calls.push({ tool, model: modelReference(model), counts });
    },
    include: figures => void calls.push(...figures),
    all: known =>
      addTools(
        described.flatMap(figuresOf).map(each => ({ ...each, ...(known(each.tool) ?? { tool: '' }) })),
        calls.map(each => ({ ...each, ...known(each.tool) })),
      ),
  };
}

/** Most requests of a turn have the same tools, so those are counted once, when the turn is over. */
interface Described {
  readonly tools: readonly ToolDefinition[];
  readonly model: DescribedModel;
  requests: number;
}

function figuresOf({ tools, model, requests }: Described): readonly ToolFigures[] {
  const estimate = tools.reduce((sum, tool) => sum + estimateTool(tool), 0);
  // Models without tools of their own read them in another form.
  const factor = estimate === 0 ? 1 : (model.toolTokens?.(tools) ?? estimate) / estimate;
  return tools.map(tool => ({
    ...{ tool: tool.name, model: modelReference(model) },
    counts: { requests, described: requests * Math.round(estimateTool(tool) * factor) },
  }));
}

/** `duration` in milliseconds. */
export function countsOfCall(
  { content, failure, saved, repeats, inShort }: ResultCanister,
  duration: number,
): Counts {
  const tokens = Math.round(estimateContent(content));
  // What a repeated call would have taken is known only if it ran.
  const ran = (failure === undefined || hasRun.has(failure.kind)) && !saved?.time;
  return {
    calls: 1,
    returned: inShort ? Math.max(0, tokens - (saved?.tokens ?? 0)) : tokens,
    ...(failure !== undefined && { [`failed ${failure.kind}`]: 1 }),
    ...(ran && { [timeKey(duration)]: 1 }),
    ...(repeats !== undefined && { repeated: 1, saved: saved?.tokens ?? 0 }),
  };
}

const hasRun: ReadonlySet<FailureKind> = new Set(['execution', 'timeout', 'network']);
