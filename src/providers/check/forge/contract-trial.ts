import { isAmount, isJsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import { type ContractForm, contractStyles } from '../../../dialects/contract/forms/contract-form.ts';
import { contractCases } from './cases.ts';

/** How a model did with one contract. Plain JSON. */
export interface ContractTrial {
  readonly form: ContractForm;
  /** Cases that it got right, of those that were run. */
  readonly right: number;
  readonly of: number;
}

/** Whether a contract may be used: it got three quarters of all cases right. */
export function isGoodEnough({ right, of }: ContractTrial): boolean {
  return of === contractCases.length && right / of >= 0.75;
}

/** Reads a trial from a file that anyone may have edited. `undefined` if it is none. */
export function readTrial(written: JsonValue | undefined): ContractTrial | undefined {
  if (!isJsonObject(written)) return undefined;
  const { right, of } = written;
  const form = readForm(written.form);
  return form === undefined || !isAmount(right) || !isAmount(of) || right > of
    ? undefined
    : { form, right, of };
}

/** `undefined` if it is no form of this version. */
export function readForm(written: JsonValue | undefined): ContractForm | undefined {
  if (!isJsonObject(written)) return undefined;
  const { examples, tools, constrained } = written;
  const style = contractStyles.find(each => each === written.style);
  if (style === undefined || typeof examples !== 'boolean') return undefined;
  if (tools !== 'full' && tools !== 'signatures') return undefined;
  return { style, examples, tools, ...(typeof constrained === 'boolean' && { constrained }) };
}
