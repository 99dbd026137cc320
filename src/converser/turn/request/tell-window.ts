import type { WindowGauge } from '../../words/context-window/window-gauge.ts';
import { shareUsed, windowState } from '../../words/context-window/window-measure.ts';
import { tooLongText } from '../../words/context-window/window-texts.ts';
import type { ConverseEvent } from '../../words/conversation/converse-event.ts';
import type { Model, ModelRequest } from '../../words/models/provider.ts';
import { countRequest } from '../../words/spending/count-request.ts';

export interface WindowTelling {
  readonly model: Model;
  readonly gauge: WindowGauge;
  readonly signal: AbortSignal;
  isWarned: boolean;
}

/** How far an estimate may be off. Only within that margin is the model asked to count. */
const doubt = 1.2;

export async function* tellWindow(
  request: ModelRequest,
  telling: WindowTelling,
): AsyncGenerator<readonly ConverseEvent[], void> {
  const { model, gauge, signal } = telling;
  const first = gauge.measure(request);
  if (first.isEstimate && (shareUsed(first) ?? 0) * doubt > 1) {
    const { tokens, how } = await countRequest(model, request, signal);
    if (how !== 'estimate') gauge.learn(request, { input: tokens });
  }
  const measure = gauge.measure(request);
  yield [{ type: 'window', measure }];
  if (telling.isWarned || windowState(measure) !== 'over') return;
  telling.isWarned = true;
  yield [{ type: 'notice', message: tooLongText(measure, model.label) }];
}
