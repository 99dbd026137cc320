import { Hono } from 'hono';
import { errors } from '../../converser/errors.ts';
import { type ModelRoster, modelReference } from '../../converser/models/model-roster.ts';
import type { Model } from '../../converser/models/provider.ts';
import { refusalFor, refusals } from '../refusal.ts';

/** `GET /v1/models` and `GET /v1/models/:id`, in the shape that the caller's headers ask for. */
export function modelRoutes({ models }: { readonly models: ModelRoster }): Hono {
  const app = new Hono();
  app.get('/v1/models', async ({ req }) => {
    const all = await models.models(req.raw.signal);
    return Response.json(listFor(req.raw, all));
  });
  // Our ids hold slashes, and some clients do not escape them.
  app.get('/v1/models/:id{.+}', async ({ req }) => {
    const id = req.param('id');
    const model = await models.find(id, req.raw.signal);
    if (model === undefined) return refusalFor(req.raw, refusals.ofError(errors.modelNotFound(id)));
    return Response.json(isAnthropic(req.raw) ? anthropicModel(model) : openAiModel(model));
  });
  return app;
}

function listFor(request: Request, models: readonly Model[]): object {
  if (!isAnthropic(request)) return { object: 'list', data: models.map(openAiModel) };
  const data = models.map(anthropicModel);
  return { data, has_more: false, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null };
}

function isAnthropic({ headers }: Request): boolean {
  return headers.has('anthropic-version');
}

/** Nobody knows when most models were made, and clients want a number. */
const unknownTime = 0;

function openAiModel(model: Model) {
  const { contextTokens, outputTokens } = model.capabilities;
  return {
    id: modelReference(model),
    object: 'model',
    created: unknownTime,
    owned_by: model.provider,
    ...(contextTokens === undefined ? {} : { context_length: contextTokens }),
    ...(outputTokens === undefined ? {} : { max_output_tokens: outputTokens }),
  };
}

function anthropicModel(model: Model) {
  const { contextTokens, outputTokens } = model.capabilities;
  return {
    id: modelReference(model),
    type: 'model',
    display_name: model.label,
    created_at: new Date(unknownTime).toISOString(),
    max_input_tokens: contextTokens ?? null,
    max_tokens: outputTokens ?? null,
  };
}
