import type { FailureKind, ResultCanister } from '../canister/canister.ts';
import { modelReference } from '../models/model-reference.ts';
import type { Model, ModelRequest } from '../models/provider.ts';
import { timesOf } from './call-times.ts';
import { estimateContent, estimateTool } from './estimate-request.ts';
import { addTools, type CallFigures, type ToolFigures } from './tool-figures.ts';

export type DescribedModel = Pick<Model, 'provider' | 'id' | 'toolTokens'>;

export interface ToolLedger {
  asked(request: Pick<ModelRequest, 'tools'>, model: DescribedModel): void;
  /** `tool` is its full name, and `duration` in milliseconds. */
  called(tool: string, result: ResultCanister, by: { model: DescribedModel; duration: number }): void;
  include(figures: readonly ToolFigures[]): void;
  all(known: (reference: string) => KnownTool | undefined): readonly ToolFigures[];
}

export interface KnownTool {
  readonly tool: string;
  readonly isServer: boolean;
  readonly isFixed: boolean;
}

export function createToolLedger(): ToolLedger {
  const described = new Map<string, Map<string, { requests: number; described: number }>>();
  let calls: readonly ToolFigures[] = [];
  let others: readonly ToolFigures[] = [];

  return {
    asked({ tools }, model) {
      if (tools.length === 0) return;
      const reference = modelReference(model);
      const own = described.get(reference) ?? new Map<string, { requests: number; described: number }>();
      described.set(reference, own);
      const factor = asSent(tools, model);
      for (const tool of tools) {
        const sum = own.get(tool.name) ?? { requests: 0, described: 0 };
        own.set(tool.name, sum);
        sum.requests++;
        sum.described += estimateTool(tool) * factor;
      }
    },
    called(tool, result, { model, duration }) {
      const name = result.failure?.kind === 'unknown-invoker' ? '' : tool;
      const called = callFigures(result, duration);
      calls = addTools(calls, [
        { tool: name, model: modelReference(model), requests: 0, described: 0, called },
      ]);
    },
    include(figures) {
      others = addTools(others, figures);
    },
    all(known) {
      const told = [...described].flatMap(([model, tools]) =>
        [...tools].map(([name, { requests, described: tokens }]): ToolFigures => {
          // Its wire name is `ensemble__name` unless it is long.
          const { tool, ...flags } = known(name) ?? { tool: name.replace('__', ':'), isFixed: true };
          return { tool, model, requests, described: Math.round(tokens), ...flagsOf(flags) };
        }),
      );
      const run = calls.map(each => ({ ...each, ...flagsOf((each.tool && known(each.tool)) || {}) }));
      return addTools(addTools(told, run), others);
    },
  };
}

/** Models without tools of their own read them in another form. */
function asSent(tools: ModelRequest['tools'], { toolTokens }: DescribedModel): number {
  const sent = toolTokens?.(tools);
  const estimate = tools.reduce((sum, tool) => sum + estimateTool(tool), 0);
  return sent === undefined || estimate === 0 ? 1 : sent / estimate;
}

function flagsOf({ isServer = false, isFixed = false }: Partial<KnownTool>) {
  return { ...(isServer && { isServer: true as const }), ...(isFixed && { isFixed: true as const }) };
}

function callFigures({ content, failure, saved, repeats, inShort }: ResultCanister, duration: number) {
  const tokens = Math.round(estimateContent(content));
  const figures: CallFigures = {
    calls: 1,
    failures: failure === undefined ? {} : { [failure.kind]: 1 },
    // What a repeated call would have taken is known only if it didn’t run.
    times: (failure === undefined || hasRun.has(failure.kind)) && !saved?.time ? timesOf(duration) : {},
    returned: inShort ? Math.max(0, tokens - (saved?.tokens ?? 0)) : tokens,
    repeated: repeats === undefined ? 0 : 1,
    saved: saved?.tokens ?? 0,
  };
  return figures;
}

const hasRun: ReadonlySet<FailureKind> = new Set(['execution', 'timeout', 'network']);
