import { createObjectMemory } from '../../ground/object-memory.ts';
import { modelReference } from '../models/model-reference.ts';
import type { ModelRequest, Usage } from '../models/provider.ts';
import { type Calibration, calibrate, passedOn } from './calibration.ts';
import { estimateWindow, type MeasuredModel, measureRequest, sumsOf } from './measure-request.ts';
import type { WindowMeasure } from './window-measure.ts';

/** Until the provider reports, it goes by the model's last conversation. */
export interface WindowGauge {
  measure(request: ModelRequest): WindowMeasure;
  learn(request: ModelRequest, usage: Usage): void;
}

const learnt = createObjectMemory<object, Map<string, Calibration>>();

const ofModel = new WeakMap<MeasuredModel, Calibration>();

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
      if (input === undefined || estimated || requests !== 1) return;
      if (last?.request !== request) last = { request, before: calibration() };
      const next = calibrate(last.before, sumsOf(estimateWindow(request, model)), input);
      if (next?.last === undefined) return;
      byModel.set(reference, next);
      ofModel.set(model, passedOn(next));
    },
  };
}
