import type { CallToolResult, ContentBlock, Tool } from '@modelcontextprotocol/client';
import { checkArguments } from '../../../converser/arguments/check-arguments.ts';
import type { Failure } from '../../../converser/canister/canister.ts';
import { text, textOf } from '../../../converser/canister/content.ts';
import { type Returned, reply } from '../../../converser/ensemble/invoker.ts';
import { defined } from '../../../converser/json/defined.ts';
import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from '../../../converser/json/json.ts';
import { normalizeContent } from './normalize-content.ts';
import type { Spill } from './spill.ts';
import { cutLong, isLong } from './spill-long.ts';

export interface NormalizeResultOptions {
  readonly tool: Pick<Tool, 'name' | 'outputSchema'>;
  /** The person has templates for what the tool returns, which are filled with its structured content. */
  readonly hasTemplates: boolean;
  readonly spill?: Spill;
}

/** What a tool returned, as the result of an invocation. */
export async function normalizeResult(
  result: CallToolResult,
  { tool, hasTemplates, spill }: NormalizeResultOptions,
): Promise<Returned> {
  const structured = result.structuredContent as JsonValue | undefined;
  const blocks = withStructured(result.content, structured);
  const failure = result.isError === true ? failureOf(blocks, tool.name) : await misfit(result, tool);
  if (failure === undefined && hasTemplates && structured !== undefined) return structured;
  const isForAll = blocks.every(({ annotations }) => annotations?.audience === undefined);
  const told = (isForAll ? blocks : blocks.filter(isFor('assistant'))).flatMap(normalizeContent);
  const content = told.length === 0 && blocks.length > 0 ? [text(forThePerson)] : told;
  const screen = isForAll ? undefined : screenOf(blocks);
  return reply(
    defined({
      content: isLong(content) ? await cutLong(content, { name: tool.name, spill }) : content,
      screen,
      failure,
    }),
  );
}

const forThePerson = '(The result was for the person alone, and was shown to them.)';

function failureOf(blocks: readonly ContentBlock[], name: string): Failure {
  const said = textOf(blocks.filter(isFor('assistant')).flatMap(normalizeContent)).trim();
  return { kind: 'execution', message: said === '' ? `${name} failed without saying why.` : said };
}

/** Why the structured content is not what the tool promises, if it is not. */
async function misfit(
  { structuredContent }: CallToolResult,
  { name, outputSchema }: NormalizeResultOptions['tool'],
): Promise<Failure | undefined> {
  if (outputSchema === undefined) return undefined;
  const broken = (reason: string): Failure => ({
    kind: 'execution',
    message: `${name} was carried out, but its result is not what it promises, so do not rely on it: ${reason}`,
  });
  if (structuredContent === undefined) return broken('it has no structured content.');
  // The checker knows arguments, which are objects, and what it checks has its own place in the complaint.
  const checked = isJsonObject(structuredContent)
    ? await checkArguments(structuredContent, outputSchema as JsonSchema)
    : await checkArguments({ result: structuredContent as JsonValue }, wrapped(outputSchema as JsonSchema));
  return checked.valid ? undefined : broken(checked.complaint.replaceAll('argument', 'field'));
}

/** References from the root of the schema stay right, because the schema stays a whole of its own. */
function wrapped({ $schema, ...schema }: JsonSchema): JsonSchema {
  return defined({
    $schema,
    type: 'object',
    properties: { result: { $id: 'result', ...schema } as JsonObject },
  });
}

/**
 * Servers are to repeat the structured content as a text; for those that do not, we do. Some only put what they
 * tell into an object, and it need not be read twice.
 */
function withStructured(
  content: readonly ContentBlock[],
  structured: JsonValue | undefined,
): readonly ContentBlock[] {
  if (structured === undefined) return content;
  const whole = JSON.stringify(structured);
  const [only, ...others] = isJsonObject(structured) ? Object.values(structured) : [];
  const inner = only === undefined || others.length > 0 ? undefined : JSON.stringify(only);
  const isTold = content.some(
    block =>
      block.type === 'text' &&
      (isSameJson(block.text, whole) ||
        (inner !== undefined && (only === block.text || isSameJson(block.text, inner)))),
  );
  return isTold ? content : [...content, { type: 'text', text: whole }];
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

/**
 * What people see, where the server told them and the model apart. Images meant for people alone stay away from the
 * model and are only named to them: the screen takes Markdown, and no address in it leads to bytes.
 */
function screenOf(blocks: readonly ContentBlock[]): string | undefined {
  const forPeople = blocks.filter(isFor('user'));
  const isSame = blocks.every(block => isFor('user')(block) === isFor('assistant')(block));
  if (isSame || forPeople.length === 0) return undefined;
  return forPeople
    .flatMap(normalizeContent)
    .map(part => textOf([part]))
    .join('\n\n');
}
