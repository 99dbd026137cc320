import { isJsonObject, type JsonObject } from '../../ground/json/json.ts';

/** In characters of JSON: it has to fit into a header. */
const longest = 4_000;

export type ReadAuxdata = { readonly auxdata: JsonObject } | { readonly wrong: string };

export function readAuxdata(written: string): ReadAuxdata {
  if (written.length > longest) return { wrong: `must not be longer than ${longest} characters` };
  let isHarmful = false;
  try {
    const value: unknown = JSON.parse(written, (name, inner) => {
      // Tools that copy it member by member would set the prototype of their copy.
      isHarmful ||= name === '__proto__';
      return inner;
    });
    if (isHarmful) return { wrong: 'must not have a member named "__proto__"' };
    if (isJsonObject(value)) return { auxdata: value };
  } catch {}
  return { wrong: 'must be a JSON object, such as {"customer": 17}' };
}

/** Invariant: the descriptor's own values win, because they are part of what you allow. */
export function joinAuxdata(own: JsonObject = {}, added: JsonObject | undefined): JsonObject {
  // Each call gets a copy: ensembles must not see each other's changes.
  return added === undefined ? own : { ...structuredClone(added), ...own };
}
