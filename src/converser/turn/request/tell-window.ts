import type { ConverseEvent } from '../../conversation/converse-event.ts';
import type { Model, ModelRequest } from '../../models/provider.ts';
import { countRequest } from '../../spending/count-request.ts';
import type { WindowGauge } from '../../window/window-gauge.ts';
import { shareUsed, windowState } from '../../window/window-measure.ts';
import { tooLongText } from '../../window/window-texts.ts';

interface TellingOptions {
  readonly model: Model;
  readonly gauge: WindowGauge;
  readonly signal: AbortSignal;
}

/** By how much an estimate may be wrong. Only within that margin is the model asked to count. */
const doubt = 1.2;

/** Tells before each round how much of the window its request takes, and warns once a turn where that is too much. */
export function createWindowTelling({ model, gauge, signal }: TellingOptions) {
  let isWarned = false;
  return async function* (request: ModelRequest): AsyncGenerator<readonly ConverseEvent[], void> {
    const first = gauge.measure(request);
    if (first.isEstimate && (shareUsed(first) ?? 0) * doubt > 1) {
      const { tokens, how } = await countRequest(model, request, signal);
      if (how !== 'estimate') gauge.learn(request, { input: tokens });
    }
    const measure = gauge.measure(request);
    yield [{ type: 'window', measure }];
    if (isWarned || windowState(measure) !== 'over') return;
    isWarned = true;
    yield [{ type: 'notice', message: tooLongText(measure, model.label) }];
  };
}
