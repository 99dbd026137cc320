import { isJsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import { type ContractForm, contractStyles } from '../../../dialects/contract/forms/contract-form.ts';
import { contractCases } from './cases.ts';

export interface ContractTrial {
  readonly form: ContractForm;
  readonly right: number;
  readonly of: number;
}

export function isGoodEnough({ right, of }: ContractTrial): boolean {
  return of === contractCases.length && right / of >= 0.75;
}

/** Anyone may have edited the file. Returns `undefined` for anything but a form. */
export function readForm(written: JsonValue | undefined): ContractForm | undefined {
  if (!isJsonObject(written)) return undefined;
  const { examples, tools, constrained } = written;
  const style = contractStyles.find(each => each === written.style);
  if (style === undefined || typeof examples !== 'boolean') return undefined;
  if (tools !== 'full' && tools !== 'signatures') return undefined;
  return { style, examples, tools, ...(typeof constrained === 'boolean' && { constrained }) };
}
