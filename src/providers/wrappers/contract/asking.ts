import type { Model, ModelRequest } from '../../../converser/words/models/provider.ts';
import type { ContractForm } from '../../../dialects/contract/forms/contract-form.ts';
import type { PromptOptions } from '../../../dialects/contract/prompt.ts';

/** Default: the full form, or the minimal one for a small context. */
export interface ContractOptions extends Pick<PromptOptions, 'form'> {
  readonly best?: (() => ContractForm | undefined) | undefined;
}

export interface Asking {
  readonly model: Model;
  readonly request: ModelRequest;
  readonly options: ContractOptions;
}
