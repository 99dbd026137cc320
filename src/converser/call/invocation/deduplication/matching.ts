import { defined } from '../../../ground/json/defined.ts';
import {
  canonicalArguments,
  canonicalJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '../../../ground/json/json.ts';
import { perObject } from '../../../ground/object-memory.ts';
import type { Content } from '../../../words/canister/content.ts';
import type { Call } from '../../../words/ensemble/call.ts';
import { type Excerpt, fullName, type Invoker, type Sameness } from '../../../words/ensemble/invoker.ts';
import type { Contents } from '../../../words/workspace/contents.ts';
import { fillDefaults } from '../../arguments/fill-defaults.ts';
import type { Source } from './answers.ts';
import type { Plan } from './deduplication-plan.ts';
import { pathArguments, plainPath } from './places.ts';

export interface Matcher {
  readonly group: string;
  readonly args: JsonObject;
  /** Never rejects. */
  isSame(earlier: JsonObject): boolean | Promise<boolean>;
  read(source: Source): Said | undefined;
}

export interface Said {
  readonly content: readonly Content[];
  readonly screen?: string;
  readonly isWhole: boolean;
}

export interface MatchOptions {
  readonly plan: Pick<Plan, 'same'>;
  readonly spell?: Contents['spell'] | undefined;
}

type Compared = Pick<Call, 'invoker'> & { readonly invocation: { readonly arguments: JsonObject } };

export function matcherFor(
  { invoker, invocation }: Compared,
  { plan: { same }, spell }: MatchOptions,
): Matcher | Promise<Matcher> {
  const { arguments: args } = invocation;
  if (typeof same !== 'string') return ownMatcher(invoker, args, same);
  if (same === 'exact') return plainMatcher(invoker, args);
  const meant = meantArguments(invoker, args, spell);
  const { excerpt } = invoker;
  return excerpt === undefined ? plainMatcher(invoker, meant) : excerptMatcher(invoker, meant, excerpt);
}

export function whole({ result: { content, screen } }: Pick<Source, 'result'>): Said {
  return defined({ content, screen, isWhole: true });
}

function plainMatcher(invoker: Invoker, args: JsonObject): Matcher {
  return {
    group: groupOf(invoker, args),
    args,
    isSame: () => true,
    read: whole,
  };
}

function excerptMatcher(invoker: Invoker, args: JsonObject, { among, of }: Excerpt): Matcher {
  const key = canonicalArguments(args);
  return {
    group: groupOf(invoker, among(args)),
    args,
    isSame: () => true,
    read(source) {
      const { args: earlier, result } = source;
      if (canonicalArguments(earlier) === key) return whole(source);
      const held = of({ arguments: earlier, content: result.content }, args);
      return held && { content: held, isWhole: false };
    },
  };
}

async function ownMatcher(invoker: Invoker, args: JsonObject, { key, isSame }: Sameness): Promise<Matcher> {
  const own = key === undefined ? '' : String(await key(args));
  return {
    ...plainMatcher(invoker, args),
    group: groupOf(invoker, { own }),
    async isSame(earlier) {
      try {
        return isSame === undefined || (await isSame(earlier, args)) === true;
      } catch {
        return false;
      }
    },
  };
}

function groupOf(invoker: Invoker, args: JsonObject): string {
  return `${fullName(invoker)} ${canonicalArguments(args)}`;
}

function meantArguments(
  invoker: Pick<Invoker, 'arguments' | 'reads' | 'writes'>,
  args: JsonObject,
  spell: Contents['spell'] = plainPath,
): JsonObject {
  const filled = meant(fillDefaults(args, invoker.arguments), invoker.arguments);
  if (!isJsonObject(filled)) return args;
  const paths = pathsOf(invoker);
  if (paths.size === 0) return filled;
  return Object.fromEntries(
    Object.entries(filled).map(([name, value]) => [
      name,
      paths.has(name) && typeof value === 'string' ? spell(value) : value,
    ]),
  );
}

const pathsOf = perObject(pathArguments);

/** The same object where nothing changes. White space counts unless the schema gives a `format` or says that the string holds JSON. */
function meant(value: JsonValue, schema: JsonValue | undefined): JsonValue {
  if (!isJsonObject(schema)) return value;
  if (typeof value === 'string') return meantString(value, schema);
  const { properties, items } = schema;
  if (Array.isArray(value)) {
    const each = value.map(item => meant(item, items));
    return each.some((item, at) => item !== value[at]) ? each : value;
  }
  if (!isJsonObject(value) || !isJsonObject(properties)) return value;
  const changed = Object.keys(value).flatMap((name): [string, JsonValue][] => {
    const given = Object.hasOwn(properties, name) ? value[name] : undefined;
    const inner = given === undefined ? given : meant(given, properties[name]);
    return inner === undefined || inner === given ? [] : [[name, inner]];
  });
  return changed.length === 0 ? value : { ...value, ...Object.fromEntries(changed) };
}

function meantString(value: string, { format, contentMediaType }: JsonObject): string {
  if (contentMediaType === 'application/json') {
    const inner = parseJson(value);
    return inner === undefined ? value : canonicalJson(inner);
  }
  return typeof format === 'string' ? value.trim() : value;
}
