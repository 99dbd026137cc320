import { errors } from '../../converser/ground/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import { compileSchema } from '../../converser/ground/json/schema-checker.ts';
import { isImport } from '../imported.ts';

/** `media/conversation.schema.json` explains it. */
const format = 'converser-conversation';
const version = 1;

/** Each record is a line, so that two files can be compared. */
export function writeConversationFile(records: readonly string[]): string {
  const head = JSON.stringify({ format, version }).slice(0, -1);
  return `${head},"records":[\n${records.join(',\n')}\n]}\n`;
}

export function isConversationFile(value: unknown): value is JsonObject {
  return isJsonObject(value) && value.format === format;
}

/** Throws `bad-arguments` for what no version of Converser writes, and for files of later versions. */
export async function readConversationFile(file: JsonObject): Promise<readonly string[]> {
  if (file.version !== version)
    throw errors.badArguments(
      `version: must be ${version}. A later version of Converser wrote this file, so update Converser.`,
    );
  const { records } = file;
  if (!Array.isArray(records) || records.length === 0)
    throw errors.badArguments('records: must be an array that isn’t empty.');
  const { definitions } = await loadSchema();
  const validate = await compileSchema({ definitions, $ref: '#/definitions/record' });
  for (const [at, record] of records.entries()) {
    if (validate(record) === true) continue;
    const { instancePath = '', message = 'is invalid' } =
      validate.errors?.find(({ keyword }) => keyword !== 'if') ?? {};
    throw errors.badArguments(`records/${at}${instancePath}: ${message}.`);
  }
  return records.map(recordOf).filter(record => !isImport(record));
}

/** Readers know records by their first key, and tools that rewrite JSON may sort keys. */
function recordOf(record: JsonValue): string {
  const first = isJsonObject(record) ? firstKeys.find(key => Object.hasOwn(record, key)) : undefined;
  return JSON.stringify(first === undefined ? record : { [first]: null, ...(record as JsonObject) });
}

const firstKeys = ['from', 'spending', 'imported'];

async function loadSchema() {
  const { default: schema } = await import('../../../media/conversation.schema.json', {
    with: { type: 'json' },
  });
  return schema;
}
