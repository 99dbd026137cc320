import { errors } from '../../converser/ground/errors.ts';
import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  parseJson,
} from '../../converser/ground/json/json.ts';
import { isNestedDeeper, mostNestedInResults } from '../../converser/ground/json/nesting.ts';
import { compileSchema } from '../../converser/ground/json/schema-checker.ts';
import type { RecordedTurn } from '../../converser/turn/replay/recorded-turn.ts';
import { fromJson } from '../../converser/words/canister/canister-json.ts';
import { recordingHead } from '../recording-file.ts';

/** The turns that can be replayed. Throws `bad-arguments` that says where the file can’t be read. */
export async function readRecording(text: string): Promise<readonly RecordedTurn[]> {
  const [head = '', ...lines] = text.split('\n');
  checkHead(parseJson(head));
  const validate = await compileSchema(await turnSchema());
  const turns = lines.flatMap((line, at) => {
    const place = `line ${at + 2}`;
    const record = line.trim() === '' ? {} : parseJson(line);
    if (!isJsonObject(record)) throw errors.badArguments(`${place}: must be a JSON object.`);
    if (record.turn === undefined) return [];
    if (isNestedDeeper(record, mostNestedInResults))
      throw errors.badArguments(`${place}: is nested more than ${mostNestedInResults} levels deep.`);
    if (validate(record.turn) === true) return [fromJson<{ readonly turn: RecordedTurn }>(line).turn];
    const { instancePath = '', message = 'is invalid' } = validate.errors?.[0] ?? {};
    throw errors.badArguments(`${place}, turn${instancePath}: ${message}.`);
  });
  if (turns.length === 0) throw errors.badArguments('This recording holds no turn that has ended.');
  return turns;
}

function checkHead(head: unknown): void {
  if (!isJsonObject(head) || head.format !== recordingHead.format)
    throw errors.badArguments('line 1: this isn’t a recording that “Record from Here” wrote.');
  if (head.version !== recordingHead.version)
    throw errors.badArguments(
      `line 1: version must be ${recordingHead.version}. A later version of Converser wrote this file, so update Converser.`,
    );
}

/** The two schemas name their parts differently, so they can be put together. */
async function turnSchema(): Promise<JsonSchema> {
  const [{ default: own }, { default: conversation }] = await Promise.all([
    import('../../../media/recording.schema.json', { with: { type: 'json' } }),
    import('../../../media/conversation.schema.json', { with: { type: 'json' } }),
  ]);
  const definitions: JsonObject = { ...conversation.definitions, ...own.definitions };
  const local = JSON.stringify(definitions).replaceAll('conversation.schema.json#', '#');
  return { definitions: JSON.parse(local) as JsonObject, $ref: '#/definitions/turn' };
}
