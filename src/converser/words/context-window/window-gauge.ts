import { createObjectMemory } from '../../ground/object-memory.ts';
import { modelReference } from '../models/model-reference.ts';
import type { ModelRequest, Usage } from '../models/provider.ts';
import { type Calibration, calibrate, passedOn } from './calibration.ts';
import { estimateWindow, type MeasuredModel, measureRequest, sumsOf } from './measure-request.ts';
import type { WindowMeasure, WindowParts } from './window-measure.ts';

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
  let estimated: { readonly of: ModelRequest; readonly parts: WindowParts } | undefined;
  /** A request is measured before and after it was made, and learnt from: its lists are the same. */
  function partsOf(of: ModelRequest): WindowParts {
    if (estimated?.of.canisters !== of.canisters || estimated.of.tools !== of.tools)
      estimated = { of, parts: estimateWindow(of, model) };
    return estimated.parts;
  }
  return {
    measure: request =>
      measureRequest(request, { model, calibration: calibration(), estimated: partsOf(request) }),
    learn(request, { input, requests = 1, estimated }) {
      if (input === undefined || estimated || requests !== 1) return;
      if (last?.request !== request) last = { request, before: calibration() };
      const next = calibrate(last.before, sumsOf(partsOf(request)), input);
      if (next?.last === undefined) return;
      byModel.set(reference, next);
      ofModel.set(model, passedOn(next));
    },
  };
}
