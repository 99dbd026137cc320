import { defined } from '../../../converser/ground/json/defined.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import { roomyContext } from '../../facts/facts.ts';
import type { ModelFacts } from '../../facts/provider-definition.ts';
import { type Ask, type LocalModel, type LocalServer, tokensIn, toolUse } from './local-server.ts';

/** https://docs.ollama.com/api */
export const ollama: LocalServer = { id: 'ollama', ports: [11434], read };

/** Ollama's default with less than 24 GB of graphics memory: https://docs.ollama.com/context-length */
const ordinaryContext = 4_096;

const atOnce = 4;

async function read(ask: Ask): Promise<readonly LocalModel[] | undefined> {
  const version = await ask('/api/version');
  if (!isJsonObject(version) || typeof version.version !== 'string') return undefined;
  const [tags, running] = await Promise.all([ask('/api/tags'), ask('/api/ps')]);
  const names = entriesOf(tags).map(({ name }) => name);
  const loaded = new Map(entriesOf(running).map(({ name, entry }) => [name, tokensIn(entry.context_length)]));
  const waiting = names.entries();
  const models: LocalModel[] = [];
  const work = async () => {
    for (const [at, name] of waiting) {
      models[at] = readModel(name, await ask('/api/show', { model: name }), loaded.get(name));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return models;
}

function entriesOf(
  answer: JsonValue | undefined,
): readonly { readonly name: string; readonly entry: JsonObject }[] {
  if (!isJsonObject(answer) || !Array.isArray(answer.models)) return [];
  return answer.models.flatMap((entry: JsonValue) =>
    isJsonObject(entry) && typeof entry.name === 'string' ? [{ name: entry.name, entry }] : [],
  );
}

function readModel(id: string, shown: JsonValue | undefined, loaded: number | undefined): LocalModel {
  if (!isJsonObject(shown)) return { id, isChat: true };
  const { capabilities } = shown;
  const can = Array.isArray(capabilities) ? capabilities : undefined;
  const facts: ModelFacts = defined({
    tools: toolUse(can?.includes('tools')),
    images: can?.includes('vision'),
    thinks: can?.includes('thinking'),
    contextTokens: loaded ?? contextOf(shown),
  });
  return {
    id,
    facts,
    sized: askedWindow(shown, loaded),
    isChat: can === undefined || can.includes('completion'),
  };
}

/** What the parameters set, or what it runs with already, comes before what ordinary machines have the memory for. */
function askedWindow(shown: JsonObject, loaded: number | undefined): ModelFacts {
  const longestContext = trainedIn(shown);
  const wanted = setIn(shown) ?? Math.max(loaded ?? 0, roomyContext);
  const contextTokens = isRemote(shown)
    ? longestContext
    : Math.min(wanted, longestContext ?? ordinaryContext);
  return defined({ contextTokens, longestContext });
}

/** Before the model is loaded, its parameters count. Only a remote model has the full context that it was made for. */
function contextOf(shown: JsonObject): number | undefined {
  const set = setIn(shown);
  if (set !== undefined) return set;
  const longest = trainedIn(shown);
  return isRemote(shown) ? longest : Math.min(longest ?? ordinaryContext, ordinaryContext);
}

function setIn({ parameters }: JsonObject): number | undefined {
  const set = typeof parameters === 'string' ? /^num_ctx\s+(\d+)/m.exec(parameters)?.[1] : undefined;
  return set === undefined ? undefined : tokensIn(Number(set));
}

function trainedIn({ model_info: info }: JsonObject): number | undefined {
  const made = isJsonObject(info)
    ? Object.entries(info).find(([key]) => key.endsWith('.context_length'))?.[1]
    : undefined;
  return tokensIn(made);
}

function isRemote({ remote_model: remote }: JsonObject): boolean {
  return typeof remote === 'string' && remote !== '';
}
