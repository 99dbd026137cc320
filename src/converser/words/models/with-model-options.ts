import { defined } from '../../ground/json/defined.ts';
import { perObject } from '../../ground/object-memory.ts';
import { joinOptions, type ModelOptions } from './model-options.ts';
import { modelReference } from './model-reference.ts';
import type { Model, ModelRequest } from './provider.ts';
import { sizedWindow } from './sized-window.ts';

type OptionsOf = (reference: string) => ModelOptions;

export function withOptions(optionsOf: OptionsOf): (model: Model) => Model {
  return perObject(model => withModelOptions(model, optionsOf));
}

function withModelOptions(model: Model, optionsOf: OptionsOf): Model {
  const { countTokens } = model;
  const reference = modelReference(model);
  const filled = (request: ModelRequest): ModelRequest => {
    const written = optionsOf(reference);
    if (Object.keys(written).length === 0) return request;
    return { ...request, wanted: joinOptions(written, request.wanted ?? {}) };
  };
  return {
    ...model,
    get capabilities() {
      const contextTokens = sizedWindow(model.capabilities, optionsOf(reference));
      return contextTokens === model.capabilities.contextTokens
        ? model.capabilities
        : defined({ ...model.capabilities, contextTokens });
    },
    get wanted() {
      return optionsOf(reference);
    },
    reply: (request, signal) => model.reply(filled(request), signal),
    ...(countTokens && {
      countTokens: (request: ModelRequest, signal: AbortSignal) => countTokens(filled(request), signal),
    }),
  };
}
