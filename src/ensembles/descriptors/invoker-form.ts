import { isJsonObject, type JsonObject } from '../../converser/ground/json/json.ts';
import { type Mistake, mistake, type Place, type TomlDocument } from './mistakes/diagnostic.ts';

export interface InvokerForm {
  readonly table: JsonObject;
  readonly place: Place;
  readonly mistakes: readonly Mistake[];
}

/** The keys of an invoker file stand in `[invoker]`, outside of any table, or some here and some there. */
export function readInvokerForm(document: TomlDocument): InvokerForm {
  const { invoker, ...outside } = document.table;
  if (invoker === undefined) return { table: outside, place: { document, path: [] }, mistakes: [] };
  if (!isJsonObject(invoker)) {
    const place = { document, path: ['invoker'] };
    const wrong = mistake(
      place,
      'key',
      'invoker must be one table, such as [invoker] with name = "read_file".',
    );
    return { table: {}, place, mistakes: [wrong] };
  }
  const others = Object.keys(outside);
  const twice = others
    .filter(key => Object.hasOwn(invoker, key))
    .map(key => mistake({ document, path: [key] }, 'key', `${key} is in [invoker], too. Keep one of them.`));
  const place = { document, path: ['invoker'], outside: new Set(others) };
  return { table: { ...outside, ...invoker }, place, mistakes: twice };
}
