import { createObjectMemory } from '../../ground/object-memory.ts';
import { modelReference } from '../models/model-reference.ts';
import type { ModelRequest, Usage } from '../models/provider.ts';
import { type Calibration, calibrate, passedOn } from './calibration.ts';
import { estimateWindow, type MeasuredModel, measureRequest, sumsOf } from './measure-request.ts';
import type { WindowMeasure } from './window-measure.ts';

/**
 * Measures the requests of one conversation to one model, and learns from what its provider reports. Until then, it goes by
 * what was learnt of the model in the last conversation. The chat view makes a new one for each turn.
 */
export interface WindowGauge {
  measure(request: ModelRequest): WindowMeasure;
  /** What was reported, or counted, of a request. A later figure of the same request corrects an earlier one. */
  learn(request: ModelRequest, usage: Usage): void;
}

/** What was learnt in each conversation, by model: a turn goes on where the last one has ended. */
const learnt = createObjectMemory<object, Map<string, Calibration>>();

/** What was learnt last of each model, for as long as its provider has it in its list. */
const ofModel = new WeakMap<MeasuredModel, Calibration>();

/** Lets a copy of a conversation go on with what was learnt in it. */
export function inheritLearnt(copy: object, conversation: object): void {
  const byModel = learnt.get(conversation);
  if (byModel !== undefined) learnt.set(copy, byModel);
}

export function windowGauge(conversation: object, model: MeasuredModel): WindowGauge {
  const byModel = learnt.get(conversation) ?? new Map<string, Calibration>();
  learnt.set(conversation, byModel);
  const reference = modelReference(model);
  const calibration = () => byModel.get(reference) ?? ofModel.get(model);
  let last: { readonly request: ModelRequest; readonly before: Calibration | undefined } | undefined;
  return {
    measure: request => measureRequest(request, { model, calibration: calibration() }),
    learn(request, { input, requests = 1, estimated }) {
      // Of several requests for one reply, each had something else in it.
      if (input === undefined || estimated || requests !== 1) return;
      if (last?.request !== request) last = { request, before: calibration() };
      const next = calibrate(last.before, sumsOf(estimateWindow(request, model)), input);
      if (next?.last === undefined) return;
      byModel.set(reference, next);
      ofModel.set(model, passedOn(next));
    },
  };
}
