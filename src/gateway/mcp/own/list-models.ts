import { defined } from '../../../converser/ground/json/defined.ts';
import { numberText } from '../../../converser/ground/wording/numbers.ts';
import { modelReference } from '../../../converser/words/models/model-reference.ts';
import type { Model } from '../../../converser/words/models/provider.ts';
import type { ModelFinder } from '../../models/find-model.ts';
import type { OwnTool } from './own-tool.ts';

export function listModels(models: Pick<ModelFinder, 'models'>): OwnTool {
  return {
    definition: {
      name: 'list_models',
      title: 'List models',
      description: 'Lists the models that the tool “converse” can ask, with what each can do.',
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
      outputSchema: {
        type: 'object',
        properties: { models: { type: 'array', items: modelSchema } },
        required: ['models'],
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async run(_args, { signal }) {
      const all = await models.models(signal);
      const lines = all.map(model => `${modelReference(model)}: ${facts(model).join(', ')}`);
      const text = lines.length === 0 ? 'No model is available.' : lines.join('\n');
      return { texts: [text], structured: { models: all.map(describe) } };
    },
  };
}

const modelSchema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    label: { type: 'string' },
    tools: { type: 'string', enum: ['native', 'contract', 'none'] },
    images: { type: 'boolean' },
    contextTokens: { type: 'integer' },
    outputTokens: { type: 'integer' },
  },
  required: ['id', 'label', 'tools', 'images'],
};

function describe(model: Model) {
  const { images, contextTokens, outputTokens } = model.capabilities;
  const id = modelReference(model);
  return defined({ id, label: model.label, tools: toolUse(model), images, contextTokens, outputTokens });
}

function toolUse({ capabilities: { tools, contract } }: Model): 'native' | 'contract' | 'none' {
  if (tools === 'none') return 'none';
  return contract === true ? 'contract' : 'native';
}

function facts(model: Model): readonly string[] {
  const { images, contextTokens } = model.capabilities;
  return [
    model.label,
    toolUse(model) === 'none' ? 'no tools' : 'tools',
    ...(images ? ['images'] : []),
    ...(contextTokens === undefined ? [] : [`${numberText(contextTokens)} tokens`]),
  ];
}
