import { reasonOf } from '../../../converser/ground/errors.ts';
import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from '../../../converser/ground/json/json.ts';
import { referredPart } from '../../../converser/ground/json/json-pointer.ts';
import { isPlainSchema } from '../../../converser/ground/json/plain-schema.ts';
import { type Draft, draftOf, sharedChecker } from '../../../converser/ground/json/schema-checker.ts';

/** The rest of the code expects the type "object", and only drafts that we know. */
export function repairSchema(written: JsonObject): JsonSchema {
  const { $schema, type: _, properties = {}, ...rest } = written;
  return { ...(draftOf(written) && { $schema }), type: 'object', properties, ...rest };
}

/** Many programs refuse all tools for one schema that they can't compile, so unusual ones aren't passed on. */
export function portableSchema(written: JsonValue | undefined): JsonSchema | undefined {
  if (!isJsonObject(written) || written.type !== 'object') return undefined;
  const { $schema: _, ...schema } = written;
  try {
    return isPlainSchema(schema) && findNowhere(schema) === undefined ? schema : undefined;
  } catch {
    // It is nested too deeply.
    return undefined;
  }
}

/** Compiling the schemas of all servers would take longer than starting them, so that waits for their first use. */
export async function schemaTrouble(written: JsonValue): Promise<string | undefined> {
  if (!isJsonObject(written)) return 'Its input schema isn’t a JSON Schema.';
  const { type = 'object' } = written;
  if (type !== 'object') return `Its input schema has the type ${JSON.stringify(type)}; it must be "object".`;
  try {
    return await troubleOf(repairSchema(written));
  } catch (cause) {
    return `Its input schema can’t be read: ${reasonOf(cause)}`;
  }
}

async function troubleOf(schema: JsonSchema): Promise<string | undefined> {
  const complaint = isPlain(schema) ? undefined : await complaintAbout(schema);
  if (complaint !== undefined) return `Its input schema is invalid: it ${complaint}.`;
  const nowhere = findNowhere(schema);
  if (nowhere === undefined) return undefined;
  return `Its input schema refers to ${nowhere}, which doesn’t exist.`;
}

/** Plain schemas mean the same in all drafts. */
function isPlain({ $schema: _, ...schema }: JsonSchema): boolean {
  return isPlainSchema(schema);
}

/** A schema that names no draft may follow either. */
async function complaintAbout(schema: JsonSchema): Promise<string | undefined> {
  const { $schema: _, ...plain } = schema;
  const draft = draftOf(schema);
  const first = await breach(plain, draft ?? '2020-12');
  if (first === undefined || draft !== undefined) return first;
  return (await breach(plain, 'draft-07')) === undefined ? undefined : first;
}

async function breach(schema: JsonSchema, draft: Draft): Promise<string | undefined> {
  const checker = await sharedChecker(draft);
  const [error] = checker.faultsOf(schema);
  if (error === undefined) return undefined;
  const where = error.instancePath ? ` at ${error.instancePath}` : '';
  return `${error.message ?? 'is not valid'}${where}`;
}

/** A reference must lead to a place inside of the schema: nothing is fetched. */
function findNowhere(schema: JsonSchema): string | undefined {
  const references: string[] = [];
  let hasNames = false;
  const visit = (value: JsonValue): void => {
    if (Array.isArray(value)) for (const inner of value) visit(inner);
    if (!isJsonObject(value)) return;
    if (typeof value.$ref === 'string') references.push(value.$ref);
    hasNames ||= ['$id', '$anchor', '$dynamicAnchor'].some(key => typeof value[key] === 'string');
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(schema);
  return hasNames ? undefined : references.find(reference => referredPart(schema, reference) === undefined);
}
