import type { Model } from '../converser/provider.ts';

/** How a model is given tools: by the server's own tool calling, through the contract, or not at all. */
export type ToolUse = 'native' | 'contract' | 'none';

export const toolUses: readonly ToolUse[] = ['native', 'contract', 'none'];

/** The model with tools as `use` says; without it natively if it can, and otherwise through the contract. */
export async function withToolUse(model: Model, use: ToolUse = ordinaryUse(model)): Promise<Model> {
  switch (use) {
    case 'native':
      return { ...model, capabilities: { ...model.capabilities, tools: 'native' } };
    case 'none':
      return { ...model, capabilities: { ...model.capabilities, tools: 'none' } };
    case 'contract': {
      const { withContract } = await import('./contract/contract-model.ts');
      return withContract(model);
    }
  }
}

function ordinaryUse({ capabilities }: Model): ToolUse {
  return capabilities.tools === 'native' ? 'native' : 'contract';
}
