import type { ModelInfo } from '@anthropic-ai/sdk/resources/models';
import type { Model as OpenAiModel } from 'openai/resources/models';
import { modelReference } from '../../converser/words/models/model-reference.ts';
import type { Model } from '../../converser/words/models/provider.ts';
import { jsonAnswer } from '../answer.ts';
import type { ClientModels } from '../guard/client-models.ts';
import { callerOf } from '../refusal.ts';
import type { Route } from '../route.ts';
import type { ModelFinder } from './find-model.ts';
import { pageOf } from './model-page.ts';

interface ModelPorts {
  readonly finderFor: (models: ClientModels) => Pick<ModelFinder, 'models' | 'find'>;
}

export function modelRoutes({ finderFor }: ModelPorts): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/v1/models',
      async answer({ asked, models, over }) {
        const all = await finderFor(models).models(over);
        return jsonAnswer(
          callerOf(asked) === 'anthropic'
            ? pageOf(all.map(anthropicModel), asked.address.searchParams)
            : { object: 'list', data: all.map(openAiModel) },
        );
      },
    },
    {
      // Our ids hold slashes, and some clients do not escape them.
      method: 'GET',
      path: '/v1/models/{id}',
      async answer({ asked, models, over }, id) {
        const model = await finderFor(models).find(id, over);
        return jsonAnswer(callerOf(asked) === 'anthropic' ? anthropicModel(model) : openAiModel(model));
      },
    },
  ];
}

/** The age of most models is unknown, and clients want a time. */
const unknownTime = 0;

function openAiModel(model: Model): OpenAiModel {
  const { contextTokens, outputTokens } = model.capabilities;
  const sizes = {
    ...(contextTokens === undefined ? {} : { context_length: contextTokens }),
    ...(outputTokens === undefined ? {} : { max_output_tokens: outputTokens }),
  };
  return {
    id: modelReference(model),
    object: 'model',
    created: unknownTime,
    owned_by: model.provider,
    ...sizes,
  };
}

function anthropicModel(model: Model): ModelInfo {
  const { contextTokens, outputTokens } = model.capabilities;
  return {
    id: modelReference(model),
    type: 'model',
    display_name: model.label,
    created_at: new Date(unknownTime).toISOString(),
    max_input_tokens: contextTokens ?? null,
    max_tokens: outputTokens ?? null,
    capabilities: null,
    line: null,
    lifecycle: 'active',
    deprecated_at: null,
    retires_at: null,
  };
}
