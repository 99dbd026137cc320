import type { CallToolResult, ContentBlock, Tool } from '@modelcontextprotocol/client';
import { checkArguments } from '../../../converser/call/arguments/check-arguments.ts';
import { defined } from '../../../converser/ground/json/defined.ts';
import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from '../../../converser/ground/json/json.ts';
import { isNestedDeeper, mostNestedInResults } from '../../../converser/ground/json/nesting.ts';
import type { Failure } from '../../../converser/words/canister/canister.ts';
import { text, textOf } from '../../../converser/words/canister/content.ts';
import { type Returned, reply } from '../../../converser/words/ensemble/invoker.ts';
import { normalizeContent } from './normalize-content.ts';

export interface NormalizeResultOptions {
  readonly tool: Pick<Tool, 'name' | 'outputSchema'>;
  readonly hasTemplates: boolean;
}

export async function normalizeResult(
  result: CallToolResult,
  { tool, hasTemplates }: NormalizeResultOptions,
): Promise<Returned> {
  const structured = result.structuredContent as JsonValue | undefined;
  if (isNestedDeeper(structured, mostNestedInResults))
    return reply({ content: [], failure: tooDeep(tool.name) });
  const blocks = withStructured(result.content, structured);
  const checked = result.isError === true ? failureOf(blocks, tool.name) : await checkedOutput(result, tool);
  const failure = typeof checked === 'string' ? undefined : checked;
  if (failure === undefined && hasTemplates && structured !== undefined) return structured;
  const isForAll = blocks.every(({ annotations }) => annotations?.audience === undefined);
  const forModel = (isForAll ? blocks : blocks.filter(isFor('assistant'))).flatMap(normalizeContent);
  const shown = forModel.length === 0 && blocks.length > 0 ? [text(onlyForUser)] : forModel;
  const content = typeof checked === 'string' ? [...shown, text(checked)] : shown;
  const screen = isForAll ? undefined : screenOf(blocks);
  return reply(
    defined({
      content,
      screen,
      structured: failure === undefined && isJsonObject(structured) ? structured : undefined,
      failure,
    }),
  );
}

function tooDeep(name: string): Failure {
  const message = `${name} ran, but its result can’t be read: it is nested more than ${mostNestedInResults} levels deep.`;
  return { kind: 'execution', message };
}

const onlyForUser = '(The result was meant only for the user, and was shown to them.)';

function failureOf(blocks: readonly ContentBlock[], name: string): Failure {
  const said = textOf(blocks.filter(isFor('assistant')).flatMap(normalizeContent)).trim();
  return { kind: 'execution', message: said === '' ? `${name} failed without a reason.` : said };
}

/** A text is a note for the model: nothing could be checked, but the tool has run, and what it said may do. */
async function checkedOutput(
  { structuredContent }: CallToolResult,
  { name, outputSchema }: NormalizeResultOptions['tool'],
): Promise<Failure | string | undefined> {
  if (outputSchema === undefined) return undefined;
  const broken = (reason: string): Failure => ({
    kind: 'execution',
    message: `${name} ran, but its result doesn’t match its output schema, so don’t rely on it: ${reason}`,
  });
  if (structuredContent === undefined)
    return `[${name} sent no structured content, so its result wasn’t checked.]`;
  const checked = isJsonObject(structuredContent)
    ? await checkArguments(structuredContent, outputSchema as JsonSchema)
    : await checkArguments({ result: structuredContent as JsonValue }, wrapped(outputSchema as JsonSchema));
  if (checked.valid) return undefined;
  if (checked.isUnread) return `[The output schema of ${name} can’t be read, so its result wasn’t checked.]`;
  return broken(checked.complaint.replaceAll('argument', 'field'));
}

/** The `$id` keeps references from the root of the schema valid. */
function wrapped({ $schema, ...schema }: JsonSchema): JsonSchema {
  return defined({
    $schema,
    type: 'object',
    properties: { result: { $id: 'result', ...schema } as JsonObject },
  });
}

/** Servers should repeat structured content as text, but not all do. */
function withStructured(
  content: readonly ContentBlock[],
  structured: JsonValue | undefined,
): readonly ContentBlock[] {
  if (structured === undefined) return content;
  const whole = JSON.stringify(structured);
  const [only, ...others] = isJsonObject(structured) ? Object.values(structured) : [];
  const inner = only === undefined || others.length > 0 ? undefined : JSON.stringify(only);
  const isRepeated = content.some(
    block =>
      block.type === 'text' &&
      (isSameJson(block.text, whole) ||
        (inner !== undefined && (only === block.text || isSameJson(block.text, inner)))),
  );
  return isRepeated ? content : [...content, { type: 'text', text: whole }];
}

function isSameJson(one: string, other: string): boolean {
  if (one.trim() === other) return true;
  try {
    return JSON.stringify(JSON.parse(one)) === other;
  } catch {
    return false;
  }
}

function isFor(role: 'user' | 'assistant'): (block: ContentBlock) => boolean {
  return ({ annotations }) => {
    const audience = annotations?.audience;
    return audience === undefined || audience.length === 0 || audience.includes(role);
  };
}

/** Images for the user alone are only described: the screen shows Markdown, which can't contain bytes. */
function screenOf(blocks: readonly ContentBlock[]): string | undefined {
  const forPeople = blocks.filter(isFor('user'));
  const isSame = blocks.every(block => isFor('user')(block) === isFor('assistant')(block));
  if (isSame || forPeople.length === 0) return undefined;
  return forPeople
    .flatMap(normalizeContent)
    .map(part => textOf([part]))
    .join('\n\n');
}
