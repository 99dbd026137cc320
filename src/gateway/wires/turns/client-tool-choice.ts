import { decoded } from '../../../converser/ground/json/decoded.ts';
import { isJsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import type { EnsembleRoster } from '../../../converser/words/ensemble/ensemble-roster.ts';
import type { AskedHeaders } from '../../asked.ts';
import type { NamedEnsembles } from '../../conversations/named-ensembles.ts';
import type { ModelFinder } from '../../models/find-model.ts';

export interface WantedTools extends NamedEnsembles {
  readonly model: string;
}

const toolsHeader = 'x-converser-tools';

interface Search {
  readonly headers: AskedHeaders;
  readonly models: Pick<ModelFinder, 'knows'>;
  readonly roster: Pick<EnsembleRoster, 'ensembles'>;
  readonly signal: AbortSignal;
}

/** Reads `model+ensemble` and the header. A model whose own name holds a “+” comes before both. */
export async function wantedTools(model: string, search: Search): Promise<WantedTools | undefined> {
  const listed = namesIn(search.headers.get(toolsHeader) ?? '');
  const named = await splitName(model, search);
  if (named === undefined)
    return listed.length === 0 ? undefined : { model, names: listed, place: toolsHeader };
  const [own = '', ...names] = named;
  return { model: own, names: [...names, ...listed], place: 'model' };
}

function namesIn(header: string): readonly string[] {
  return header
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '');
}

const mostParts = 32;

async function splitName(
  name: string,
  { models, roster, signal }: Search,
): Promise<readonly string[] | undefined> {
  const parts = decoded(name)
    .split('+')
    .map(part => part.trim());
  if (parts.length === 1 || parts.length > mostParts || (await models.knows(name, signal))) return undefined;
  for (let count = parts.length - 1; count > 0; count--) {
    const own = parts.slice(0, count).join('+');
    if (await models.knows(own, signal)) return [own, ...parts.slice(count)];
  }
  // Some providers find models that they don't list.
  const isEnsemble = (part: string) => part === '*' || roster.ensembles.some(each => each.name === part);
  return parts.slice(1).every(isEnsemble) ? parts : undefined;
}

/** A client that wants no call gets none, whatever it names. */
export function wantsNoCall(body: JsonValue | undefined): boolean {
  const choice = isJsonObject(body) ? body.tool_choice : undefined;
  return choice === 'none' || (isJsonObject(choice) && choice.type === 'none');
}
