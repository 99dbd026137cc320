import { reasonOf } from '../../converser/ground/errors.ts';
import { isJsonObject, type JsonObject } from '../../converser/ground/json/json.ts';
import type { FactsFor } from '../facts/facts.ts';
import { type FactName, readFacts } from '../facts/read-facts.ts';

export interface FileProblem {
  readonly line: number;
  readonly message: string;
}

export interface ModelsFile {
  readonly facts: readonly FactsFor[];
  readonly problems: readonly FileProblem[];
}

export async function readModelsFile(text: string): Promise<ModelsFile> {
  const { parse, TomlError } = await import('smol-toml');
  try {
    return await readTable(parse(text, { unsafeKeyBehaviour: 'throw', maxDepth: 100 }) as JsonObject, text);
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause;
    const reason = (reasonOf(cause).split('\n')[0] ?? '').replace(/^Invalid TOML document: /, '');
    return { facts: [], problems: [{ line: cause.line, message: `Invalid TOML: ${reason}.` }] };
  }
}

export const modelsFileTemplate = `# Facts and prices of models. They override what providers report; a provider’s settings override them.
# If several entries match a model, the later one wins.

# [[models]]
# match = "openai/gpt-5*"       # provider/id; * matches anything
# price = { input = 1.25, output = 10, cached = 0.125, written = 1.25 }   # US dollars per million tokens
# tools = "native"              # or "contract" for models that cannot call tools, or "none"
# context = 400000              # tokens that fit into one request and its reply
# output = 32000                # the maximum number of tokens in a reply
# images = true                 # whether the model accepts images
# thinks = true                # whether the model thinks before it answers
# parallel = true               # whether it can call several tools in one reply
# reply_schema = true           # whether the provider can enforce a JSON schema on replies
# first_token = 1800            # seconds to wait for the first token; without it, 290, and a server of your own as long as it is alive

# [[models]]
# match = "ollama/*"
# price = { input = 0, output = 0 }
`;

const names: Readonly<Record<string, FactName>> = {
  tools: 'tools',
  context: 'contextTokens',
  output: 'outputTokens',
  images: 'images',
  thinks: 'thinks',
  parallel: 'parallel',
  reply_schema: 'replySchema',
  first_token: 'firstToken',
  price: 'price',
};

interface Mistake {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

async function readTable({ models = [], ...others }: JsonObject, text: string): Promise<ModelsFile> {
  const mistakes: Mistake[] = Object.keys(others).map(key => ({
    path: [key],
    message: `Unknown key “${key}”. Describe models under [[models]].`,
  }));
  const facts: FactsFor[] = [];
  if (!Array.isArray(models)) {
    mistakes.push({ path: ['models'], message: 'Write [[models]] with two brackets on each side.' });
  } else {
    for (const [at, entry] of models.entries()) {
      const { match, ...written }: JsonObject = isJsonObject(entry) ? entry : {};
      if (typeof match !== 'string' || match === '') {
        const message = 'Name the models, for example match = "openai/gpt-5*".';
        mistakes.push({ path: match === undefined ? ['models', at] : ['models', at, 'match'], message });
        continue;
      }
      const read = readFacts(written, names);
      mistakes.push(...read.problems.map(({ key, message }) => ({ path: ['models', at, key], message })));
      facts.push({ match, facts: read.facts });
    }
  }
  return { facts, problems: await locate(mistakes, text) };
}

async function locate(mistakes: readonly Mistake[], text: string): Promise<readonly FileProblem[]> {
  if (mistakes.length === 0) return [];
  const { parseTOML } = await import('toml-eslint-parser');
  const lines = new Map<string, number>();
  for (const node of parseTOML(text, { tomlVersion: 'latest' }).body[0].body) {
    const table = node.type === 'TOMLTable' ? node.resolvedKey : [];
    const pairs = node.type === 'TOMLTable' ? node.body : [node];
    if (node.type === 'TOMLTable') lines.set(JSON.stringify(table), node.loc.start.line);
    for (const { key, loc } of pairs) {
      const path = [...table, ...key.keys.map(part => (part.type === 'TOMLBare' ? part.name : part.value))];
      lines.set(JSON.stringify(path), loc.start.line);
    }
  }
  return mistakes
    .map(({ path, message }) => ({ line: lineOf(path, lines), message }))
    .sort((a, b) => a.line - b.line);
}

function lineOf(path: Mistake['path'], lines: ReadonlyMap<string, number>): number {
  for (let length = path.length; length > 0; length--) {
    const line = lines.get(JSON.stringify(path.slice(0, length)));
    if (line !== undefined) return line;
  }
  return 1;
}
