import { isJsonObject, type JsonObject } from '../../ground/json/json.ts';

/** Characters of JSON. It has to fit into a header, and is for ids and options, not for documents. */
const longest = 4_000;

export type ReadAuxdata = { readonly auxdata: JsonObject } | { readonly wrong: string };

/**
 * What a surface was given for the tools of a conversation, as JSON; or what it must be, to follow the name of where it
 * was given.
 */
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
  } catch {
    // It is no JSON.
  }
  return { wrong: 'must be a JSON object, such as {"customer": 17}' };
}

/**
 * What a tool is given: the descriptor's own, and what the conversation adds.
 *
 * Invariant: the descriptor's values stay what they are, because they are part of what the user allows.
 */
export function joinAuxdata(own: JsonObject = {}, added: JsonObject | undefined): JsonObject {
  // A copy for each call: ensembles must not find what others have changed in it.
  return added === undefined ? own : { ...structuredClone(added), ...own };
}
