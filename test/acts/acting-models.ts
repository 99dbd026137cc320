import { modelReference } from '../../src/converser/words/models/model-reference.ts';
import type { Model, ModelRequest } from '../../src/converser/words/models/provider.ts';
import { type WireName, wireNames } from '../dialects/as-read.ts';
import { createNarrowModel, type NarrowModelOptions } from '../fakes/narrow-model.ts';
import { type Script, says } from '../fakes/scripted-model.ts';

/** A model that says what the act wants, and rejects what does not fit into its window. */
export interface ActingModel {
  readonly model: Model;
  readonly wire: WireName;
}

interface Acting {
  /** What whichever model is asked says next, in order. */
  readonly scripts: Script[];
  /** Gets each request that a model did not reject, but for those for summaries. */
  readonly hear: (asked: ActingModel, request: ModelRequest) => void;
}

/** Windows in tokens: some are told, one is found out by rejections, and one model can't summarize. */
const windows: Readonly<Record<WireName, NarrowModelOptions>> = {
  'Anthropic Messages': { window: 8_000, told: 8_000 },
  'Chat Completions': { window: 4_500 },
  Responses: { window: 16_000, told: 16_000 },
  'Ollama’s chat': { window: 5_000, told: 5_000, summary: '' },
  'the contract': { window: 6_000, told: 6_000 },
};

/** More than any run asks for. */
const mostRequests = 50_000;

/** One model for each wire. */
export function createActingModels({ scripts, hear }: Acting): readonly ActingModel[] {
  return wireNames.map((wire, at) => {
    const next: Script = async function* (request, signal) {
      hear(acting, request);
      const script = scripts.shift() ?? says('Done.');
      if (typeof script === 'function') yield* script(request, signal);
      else yield* script;
    };
    const narrow = createNarrowModel(windows[wire], ...Array.from({ length: mostRequests }, () => next));
    const acting: ActingModel = {
      wire,
      model: { ...narrow, provider: `maker${at}`, id: 'm', label: `The model on ${wire}` },
    };
    return acting;
  });
}

export function findActing(models: readonly ActingModel[], reference: string): Model | undefined {
  return models.find(({ model }) => modelReference(model) === reference)?.model;
}
