import type { JsonObject, JsonValue } from '../../converser/ground/json/json.ts';
import { type Canister, isInvocation, isResult } from '../../converser/words/canister/canister.ts';
import { locatePath, placeKey } from '../../converser/words/workspace/paths.ts';
import type { Location, Root } from '../../converser/words/workspace/workspace.ts';
import { limits } from '../instruction-limits.ts';

/** Judges by letters alone, so nothing may be there. */
export function touchedPlaces(canisters: readonly Canister[], roots: readonly Root[]): readonly Location[] {
  const failed = new Set(
    canisters.filter(isResult).flatMap(each => (each.failure === undefined ? [] : [each.invocationId])),
  );
  const named = canisters.flatMap(canister => {
    if (isInvocation(canister)) return failed.has(canister.id) ? [] : pathsIn(canister.arguments);
    // Added documents are instructions themselves.
    return canister.role === 'document' && canister.added === undefined ? attached(canister) : [];
  });
  const places = [...new Set(named)].flatMap(path => locate(path, roots) ?? []);
  return [...new Map(places.map(place => [placeKey(place), place])).values()].slice(0, limits.places);
}

/** Names of arguments in tools of Converser, other programs and MCP servers. */
const argument =
  /^(path|paths|files?|file_?paths?|filename|uri|from|to|source|destination|target|folder|directory|dir)$/i;

function pathsIn(args: JsonObject): readonly string[] {
  return Object.entries(args).flatMap(([name, value]) => (argument.test(name) ? texts(value) : []));
}

function texts(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter(each => typeof each === 'string').slice(0, limits.places) : [];
}

function attached({ content }: Canister): readonly string[] {
  return content.flatMap(part => (part.type === 'resource' ? [part.uri.replace(/#L\d.*$/, '')] : []));
}

const longestPath = 4_096;

function locate(written: string, roots: readonly Root[]): Location | undefined {
  if (written === '' || written.length > longestPath) return undefined;
  try {
    const place = locatePath(fromUri(written), roots);
    return place.path === '' ? undefined : place;
  } catch {
    return undefined;
  }
}

function fromUri(written: string): string {
  return written.startsWith('file:///')
    ? decodeURIComponent(new URL(written).pathname).replace(/^\/(?=[a-z]:)/i, '')
    : written;
}
