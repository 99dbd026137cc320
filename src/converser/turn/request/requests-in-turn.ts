import type { Tell } from '../../ground/async/told.ts';
import type { Host } from '../../ground/host.ts';
import { perObject } from '../../ground/object-memory.ts';
import type { SupervisorCanister } from '../../words/canister/canister.ts';
import { text } from '../../words/canister/content.ts';
import { newCanister } from '../../words/canister/new-canister.ts';
import { type WindowGauge, windowGauge } from '../../words/context-window/window-gauge.ts';
import { shareUsed, windowState } from '../../words/context-window/window-measure.ts';
import { tooLongText } from '../../words/context-window/window-texts.ts';
import type { Conversation } from '../../words/conversation/conversation.ts';
import type { ConverseEvent } from '../../words/conversation/converse-event.ts';
import type { CallableInvokers, EnsembleRoster } from '../../words/ensemble/ensemble-roster.ts';
import type { ModelOptions } from '../../words/models/model-options.ts';
import type { Model, ModelRequest } from '../../words/models/provider.ts';
import { countRequest } from '../../words/spending/count-request.ts';
import { type CompactingPorts, createCompacting } from '../compacting.ts';
import type { Limits } from '../converse-options.ts';
import type { RequestsInTurn } from '../reply/ask-in-turn.ts';
import type { HeardUsage } from '../reply/ask-model.ts';
import { ensembleInstructions } from './ensemble-instructions.ts';
import { largestParts } from './largest-parts.ts';
import { createRequestTools } from './request-tools.ts';

export interface RequestsOptions extends Omit<CompactingPorts, 'model' | 'gauge'> {
  readonly conversation: Conversation;
  readonly roster: Pick<EnsembleRoster, 'ensembles'>;
  readonly offered: CallableInvokers;
  readonly instructions: readonly (string | undefined)[];
  readonly wanted: ModelOptions;
  readonly host: Host;
  readonly limits: Limits;
  readonly tell: Tell<ConverseEvent>;
  /** Whether the measure of the window says what is largest. */
  readonly findsLargest?: boolean | undefined;
}

export interface MadeRequests extends RequestsInTurn {
  hasTools(model: Model): boolean;
  readonly learn: HeardUsage;
}

export function createRequests(options: RequestsOptions): MadeRequests {
  const { conversation, tell } = options;
  const framed = perObject((model: Model) => {
    const gauge = windowGauge(conversation, model);
    const { above, tools } = framesOf(model, options);
    const around = () => ({ above, tools: tools.next() });
    const { wanted } = options;
    const compacting = createCompacting({ ...options, model, gauge }, { around, wanted });
    return { tools, compacting, gauge, telling: { ...options, model, gauge, isWarned: false } };
  });
  return {
    async next(model) {
      const { compacting, telling } = framed(model);
      const request = await compacting.next(tell);
      await tellWindow(request, telling);
      return request;
    },
    shorter: (model, rejection) => framed(model).compacting.shorter(rejection, tell),
    hasTools: model => framed(model).tools.next().length > 0,
    learn: ({ model, request }, usage) => framed(model).gauge.learn(request, usage),
  };
}

function framesOf(model: Model, options: RequestsOptions) {
  const { conversation, roster, offered, limits, host } = options;
  const onDemandAt = limits.toolsOnDemandAt;
  const tools = createRequestTools({ conversation, roster, callable: offered, model, onDemandAt });
  const ofTools = [ensembleInstructions(roster.ensembles, tools.atOnce), tools.told];
  return { above: supervisor([...options.instructions, ...ofTools], host), tools };
}

function supervisor(
  instructions: readonly (string | undefined)[],
  host: Host,
): readonly SupervisorCanister[] {
  const given = instructions.filter(each => each !== undefined);
  if (given.length === 0) return [];
  return [{ ...newCanister('supervisor', host), role: 'supervisor', content: [text(given.join('\n\n'))] }];
}

interface WindowTelling {
  readonly model: Model;
  readonly gauge: WindowGauge;
  readonly signal: AbortSignal;
  readonly tell: Tell<ConverseEvent>;
  readonly findsLargest?: boolean | undefined;
  readonly offered: CallableInvokers;
  isWarned: boolean;
}

const doubt = 1.2;

async function tellWindow(request: ModelRequest, telling: WindowTelling): Promise<void> {
  const { model, gauge, signal, tell } = telling;
  let measure = gauge.measure(request);
  if (measure.isEstimate && (shareUsed(measure) ?? 0) * doubt > 1) {
    const { tokens, how } = await countRequest(model, request, signal);
    if (how !== 'estimate') gauge.learn(request, { input: tokens });
    measure = gauge.measure(request);
  }
  if (telling.findsLargest) {
    const found = { callable: telling.offered, measured: measure.parts };
    measure = { ...measure, largest: largestParts(request, found) };
  }
  await tell([{ type: 'window', measure }]);
  if (telling.isWarned || windowState(measure) !== 'over') return;
  telling.isWarned = true;
  await tell([{ type: 'notice', message: tooLongText(measure, model.label) }]);
}
