import type { Model, ModelRequest } from '../../../converser/words/models/provider.ts';
import type { ContractForm } from '../../../dialects/contract/forms/contract-form.ts';
import type { PromptOptions } from '../../../dialects/contract/prompt.ts';

/** How the contract is worded. Default: the full form, or the minimal one for a small context. */
export interface ContractOptions extends Pick<PromptOptions, 'form'> {
  /** What the model's check found to be best for it, read for each request. Absent: ours. */
  readonly best?: (() => ContractForm | undefined) | undefined;
}

/** What is asked through the contract. */
export interface Asking {
  readonly model: Model;
  readonly request: ModelRequest;
  readonly options: ContractOptions;
}
