import type { Model } from '../../converser/words/models/provider.ts';
import type { ContractForm } from '../../dialects/contract/forms/contract-form.ts';
import { withTextHistory } from '../../dialects/history-as-text.ts';
import type { ToolUse } from '../facts/provider-definition.ts';

export interface ToolUseOptions {
  readonly recovers?: boolean;
  readonly contract?: ContractForm | undefined;
}

export async function withToolUse(
  model: Model,
  use: ToolUse = ordinaryUse(model),
  { recovers = true, contract }: ToolUseOptions = {},
): Promise<Model> {
  switch (use) {
    case 'native': {
      const native: Model = { ...model, capabilities: { ...model.capabilities, tools: 'native' } };
      if (!recovers) return native;
      const { withRecovery } = await import('./with-recovery.ts');
      return withRecovery(native);
    }
    case 'none':
      return {
        ...model,
        capabilities: { ...model.capabilities, tools: 'none' },
        // Templates of such models often leave out calls, or fail.
        reply: (request, signal) => model.reply(withTextHistory(request), signal),
      };
    case 'contract': {
      const { withContract } = await import('./contract/contract-model.ts');
      return withContract(model, contract);
    }
  }
}

function ordinaryUse({ capabilities }: Model): ToolUse {
  return capabilities.tools === 'native' ? 'native' : 'contract';
}
