import type { Model, ModelRequest } from '../../../converser/words/models/provider.ts';
import type { ContractForm } from '../../../dialects/contract/forms/contract-form.ts';

export interface Asking {
  readonly model: Model;
  readonly request: ModelRequest;
  readonly form: ContractForm;
}
