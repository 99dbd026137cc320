import { joinOptions, type ModelOptions } from './model-options.ts';
import { modelReference } from './model-reference.ts';
import type { Model, ModelRequest } from './provider.ts';

/** What you want of a model, by its `provider/id`, as it is written at this moment. */
export type OptionsOf = (reference: string) => ModelOptions;

/** The same model, of which each request wants what is written for it, unless the request wants something else. */
export function withModelOptions(model: Model, optionsOf: OptionsOf): Model {
  const { countTokens } = model;
  const reference = modelReference(model);
  const filled = (request: ModelRequest): ModelRequest => {
    const written = optionsOf(reference);
    if (Object.keys(written).length === 0) return request;
    return { ...request, wanted: joinOptions(written, request.wanted ?? {}) };
  };
  return {
    ...model,
    reply: (request, signal) => model.reply(filled(request), signal),
    ...(countTokens && {
      countTokens: (request: ModelRequest, signal: AbortSignal) => countTokens(filled(request), signal),
    }),
  };
}
