import { isJsonObject, type JsonValue } from '../../ground/json/json.ts';
import { shortened } from '../../ground/wording/cut-text.ts';
import { fits } from './fits.ts';
import type { ModelOptions, OptionsByModel } from './model-options.ts';

export interface HeldOption {
  readonly name: string;
  readonly value: string;
  readonly pattern?: string;
}

export function heldOptions(
  reference: string,
  { own = {}, written }: { readonly own?: ModelOptions; readonly written: OptionsByModel },
): readonly HeldOption[] {
  const held = new Map<string, HeldOption>();
  for (const [name, value] of leavesOf(own)) held.set(name, { name, value });
  for (const [pattern, options] of Object.entries(written)) {
    if (!fits(pattern, reference)) continue;
    for (const [name, value] of leavesOf(options)) held.set(name, { name, value, pattern });
  }
  return [...held.values()];
}

function leavesOf({ body = {}, ...options }: ModelOptions): readonly (readonly [string, string])[] {
  const fields = Object.entries(body).map(([name, value]) => [`body.${name}`, shown(value)] as const);
  return [...Object.entries(options).map(([name, value]) => [name, shown(value)] as const), ...fields];
}

const longest = 60;

function shown(value: JsonValue): string {
  const text = Array.isArray(value) || isJsonObject(value) ? JSON.stringify(value) : String(value);
  return shortened(text, longest);
}
