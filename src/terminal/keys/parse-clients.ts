import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import {
  formatDiagnostic,
  inside,
  type Mistake,
  mistake,
  type Place,
} from '../../ensembles/descriptors/mistakes/diagnostic.ts';
import { locateMistakes } from '../../ensembles/descriptors/mistakes/locate-mistakes.ts';
import { suggestion } from '../../ensembles/descriptors/mistakes/nearest-name.ts';
import { parseToml } from '../../ensembles/descriptors/mistakes/parse-toml.ts';
import type { Client } from '../../gateway/guard/client-keys.ts';
import { parseScopes, scopeMistake, scopeNames } from '../../gateway/guard/kept-keys.ts';
import { keyMistake } from '../state/key-file.ts';

export interface FiledClient {
  readonly client: Client;
  readonly key: string | undefined;
}

export interface FiledClients {
  readonly clients: readonly FiledClient[];
  readonly problems: readonly string[];
}

/** A table holds a client's key, and its limits in the words of the setting in VS Code. */
export async function parseClients(file: string, text: string): Promise<FiledClients> {
  const parsed = await parseToml(file, text);
  if (parsed.kind === 'broken') return { clients: [], problems: [formatDiagnostic(parsed.diagnostic)] };
  const { document } = parsed;
  const mistakes: Mistake[] = [];
  const clients: FiledClient[] = [];
  for (const [name, table] of Object.entries(document.table)) {
    const place: Place = { document, path: [name] };
    if (!isJsonObject(table)) {
      mistakes.push(
        mistake(place, 'key', `Name each client in a table of its own, such as [${exampleName}].`),
      );
      continue;
    }
    const found = [
      ...nameMistakes(name, place),
      ...tableMistakes(table, place),
      ...shared(table, place, clients),
    ];
    mistakes.push(...found);
    if (found.length === 0) clients.push(clientOf(name, table));
  }
  return { clients, problems: (await locateMistakes(mistakes)).map(formatDiagnostic) };
}

export const exampleName = 'cline';

/** The name is shown in a terminal, in errors and in what is kept of spending. */
function nameMistakes(name: string, place: Place): readonly Mistake[] {
  const fits = /^\P{C}{1,100}$/u.test(name);
  return fits ? [] : [mistake(place, 'key', 'A name must have 1 to 100 characters that can be seen.')];
}

function tableMistakes({ key, ...scopes }: JsonObject, place: Place): readonly Mistake[] {
  const wrongKey = key === undefined ? undefined : keyTrouble(key);
  return [
    ...(wrongKey === undefined ? [] : [mistake(inside(place, 'key'), 'value', wrongKey)]),
    ...Object.entries(scopes).flatMap(([scope, limit]) => scopeMistakes(scope, limit, inside(place, scope))),
  ];
}

function keyTrouble(key: JsonValue): string | undefined {
  const trouble = typeof key === 'string' ? keyMistake(key) : 'must be a string.';
  return trouble && `The key ${trouble} Delete this line to get a new key.`;
}

function scopeMistakes(scope: string, limit: JsonValue, place: Place): readonly Mistake[] {
  const expected = scopeMistake(scope, limit);
  if (expected === undefined) return [];
  if (expected !== 'unknown') return [mistake(place, 'value', `${scope} ${expected}.`)];
  const known = suggestion(scope, ['key', ...scopeNames]);
  return [mistake(place, 'key', `Unknown limit ${JSON.stringify(scope)}.${known}`)];
}

function shared({ key }: JsonObject, place: Place, clients: readonly FiledClient[]): readonly Mistake[] {
  const other = clients.find(each => each.key !== undefined && each.key === key);
  if (other === undefined) return [];
  const message = `${other.client.name} has the same key. Delete this line to get a new key.`;
  return [mistake(inside(place, 'key'), 'value', message)];
}

function clientOf(name: string, { key, ...limits }: JsonObject): FiledClient {
  return {
    client: { name, ...parseScopes(limits) },
    key: typeof key === 'string' ? key : undefined,
  };
}
