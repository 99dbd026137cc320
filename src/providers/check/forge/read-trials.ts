import { isAmount, isJsonObject, type JsonValue } from '../../../converser/json/json.ts';
import { type ContractForm, contractStyles } from '../../../dialects/contract/forms/contract-form.ts';
import type { ContractTrial } from './contract-trial.ts';

/** The most that a check makes; others were written by hand. */
const most = 50;

/** Reads the trials of a card that anyone may have edited. What is none is left out. */
export function readTrials(written: JsonValue | undefined): readonly ContractTrial[] {
  return Array.isArray(written) ? written.slice(0, most).flatMap(each => readTrial(each) ?? []) : [];
}

function readTrial(written: JsonValue): ContractTrial | undefined {
  if (!isJsonObject(written)) return undefined;
  const { right, of, tokens, took } = written;
  const form = readForm(written.form);
  if (form === undefined || !isAmount(right) || !isAmount(of) || !isAmount(tokens) || !isAmount(took))
    return undefined;
  return right > of ? undefined : { form, right, of, tokens, took };
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
